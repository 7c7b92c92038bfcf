import { CreateStatementRequest } from '@clairisque/contract/issuance.ts';
import { describe, expect, it } from 'vitest';
import { cookiesOf, draftOf } from './draft-cookies.ts';
import { creationBody, EMPTY_DRAFT, openDraft, parcelsOf, reduceDraft, type Draft, type DraftEvent } from './draft.ts';

const PLACE = {
  adresse: '20 Avenue de Ségur 75007 Paris',
  cadastre: '000-AB-0012',
  codeParcelle: '000-AB-0012@75107',
  latitude: 48.8507,
  longitude: 2.3086,
};
const after = (...events: DraftEvent[]) => events.reduce(reduceDraft, EMPTY_DRAFT);
const recap = after({ type: 'parcel chosen', place: PLACE }, { type: 'continued' });
const issued = reduceDraft(reduceDraft(recap, { type: 'created', erpId: 42 }), { type: 'issued' });

describe('the four steps', () => {
  it('needs an address and its parcel before step 2', () => {
    expect(after({ type: 'continued' }).step).toBe(1);
    expect(recap).toMatchObject({ step: 2, ...PLACE });
  });

  it('goes back to the recap with everything typed when the credit is missing', () => {
    const draft = reduceDraft(recap, { type: 'edited', fields: { transaction: 'Vente', vendeur: 'Élodie' } });
    const refused = reduceDraft(reduceDraft(draft, { type: 'created', erpId: 42 }), { type: 'recap reopened' });
    expect(refused).toEqual(draft);
  });

  it('clears everything on reset', () => {
    expect(reduceDraft(issued, { type: 'reset', to: EMPTY_DRAFT })).toEqual(EMPTY_DRAFT);
  });
});

describe('several parcels', () => {
  const code = (number: number) => `000-AB-${String(number).padStart(4, '0')}@75107`;
  const codes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => code(from + index));
  const several = reduceDraft(recap, { type: 'parcels changed', added: [code(14), code(15), code(14), code(12)] });

  it('each once, after the parcel of the address, and fifty at most', () => {
    expect(parcelsOf(several)).toEqual([code(12), code(14), code(15)]);
    expect(parcelsOf(reduceDraft(several, { type: 'parcels changed', added: codes(20, 99) }))).toHaveLength(50);
    expect(reduceDraft(several, { type: 'parcels changed', removed: [code(14), code(12)] }).others).toEqual([code(15)]);
  });

  it('are sent and stored only when there are several', () => {
    const sale = (draft: Draft) => creationBody({ ...draft, transaction: 'Vente' });
    expect(CreateStatementRequest.parse(sale(several)).parcelles).toEqual([code(12), code(14), code(15)]);
    expect(sale(recap)).not.toHaveProperty('parcelles');
    expect(cookiesOf(recap).parcelles).toBe('');
    expect(draftOf(cookiesOf(several))).toEqual(several);
  });

  it('of a cookie that is not of this parcel, or unreadable, are none', () => {
    for (const parcelles of [`${code(1)},${code(2)}`, `${code(12)},${code(12)}`, 'x', codes(12, 90).join(',')])
      expect(draftOf({ ...cookiesOf(recap), parcelles })).toEqual(recap);
  });

  it('another address starts another property', () => {
    expect(reduceDraft(several, { type: 'reset', to: EMPTY_DRAFT }).others).toEqual([]);
  });
});

describe('cookies', () => {
  it('give the draft back after a reload, coordinates included', () => {
    const draft: Draft = { ...recap, transaction: 'Location', vendeur: 'Élodie O’Brien-Nuñez; =', acheteur: '<b>' };
    expect(draftOf(cookiesOf(draft))).toEqual(draft);
    expect(draftOf(cookiesOf(issued))).toEqual(issued);
  });

  it('read as absent when their content is invalid', () => {
    const garbage = draftOf({
      statut_realisation_erp: '7',
      cadastre: 'x',
      code_parcelle: '../../etc',
      latitude: 'NaN',
      longitude: '900',
      type_de_transaction: 'Don',
      erp_id: '-3',
      vendeur_nom: 'é'.repeat(400),
    });
    expect(garbage).toEqual({ ...EMPTY_DRAFT, vendeur: 'é'.repeat(300) });
    expect(draftOf({})).toEqual(EMPTY_DRAFT);
  });
});

describe('opening', () => {
  it.each([
    ['a recap', recap, undefined, 2],
    ['a recap by /RecapitulatifERP', recap, 2, 2],
    ['nothing by /RecapitulatifERP', EMPTY_DRAFT, 2, 1],
    ['a generation under way', { ...issued, step: 3 }, undefined, 3],
    ['a generation under way by /ReceptionERP', { ...issued, step: 3 }, 4, 3],
    ['a reception', issued, undefined, 4],
    ['nothing by /ReceptionERP', EMPTY_DRAFT, 4, 1],
    ['a recap that lost its coordinates', { ...recap, latitude: null }, undefined, 1],
    ['a generation that lost its id', { ...recap, step: 3 }, undefined, 2],
  ] as const)('%s, after a reload', (...[, draft, openAt, step]) => {
    expect(openDraft(draft, { openAt, isReload: true }).step).toBe(step);
  });

  it.each([
    ['was left by a link', reduceDraft(issued, { type: 'reception left' })],
    ['was left by closing the page', issued],
  ])('starts anew once the reception %s, and shows it again by /ReceptionERP', (_, left) => {
    expect(openDraft(left, { isReload: false })).toEqual(EMPTY_DRAFT);
    expect(openDraft(left, { openAt: 4, isReload: false })).toEqual(issued);
  });
});

describe('the creation call', () => {
  it('has exactly the eight keys, blank names sent as a dash', () => {
    const body = creationBody(reduceDraft(recap, { type: 'edited', fields: { transaction: 'Vente', acheteur: '  ' } }));
    expect(CreateStatementRequest.parse(body)).toEqual(body);
    expect(body).toEqual({
      adresse: PLACE.adresse,
      cadastre: '000-AB-0012',
      latitude: 48.8507,
      longitude: 2.3086,
      type_de_transaction: 'Vente',
      vendeur_nom: '-',
      acheteur_nom: '-',
      code_parcelle: '000-AB-0012@75107',
    });
  });
});
