import { describe, expect, it } from 'vitest';
import { PLACE } from '#test/statement-input.ts';
import type { Parcel, Place } from '#domain/geometry/place.ts';
import type { KnownAddress } from './addresses/known-address.ts';
import { checkedAgainstParcel, numberBeside, propertyAddress, warningOf, propertyInWords } from './property-address.ts';

const AT = '2026-11-22T10:00:00Z';
const [PARCEL] = PLACE.parcels as [Parcel];
const METRE = 1 / 111_195;

/** `metres` north of the parcel, which is a square of 34 metres around the point. */
const known = (changes: Partial<KnownAddress> = {}, metres = 0): KnownAddress => ({
  label: '12 Rue des Fontaines 25390 Loray',
  kind: 'housenumber',
  number: null,
  score: 0.97,
  postcode: '25390',
  inseeCode: '25349',
  formerInseeCode: null,
  formerCommuneName: null,
  context: null,
  communeName: 'Loray',
  longitude: PLACE.longitude,
  latitude: PLACE.latitude + (metres === 0 ? 0 : metres + 17) * METRE,
  ...changes,
});
const check = (typed: string, found: KnownAddress[] | null, place: Place = PLACE) =>
  propertyAddress(typed, found && { found, obtainedAt: AT }, place);
const LABEL = '12 Rue des Fontaines 25390 Loray';

describe('the address of the property', () => {
  it.each([LABEL, '12 rue des fontaines, 25390 LORAY', '  12 Rue des Fontaines\n25390 Loray '])(
    '%j, as in the BAN → confirmed, with the BAN’s label',
    (typed) => {
      expect(check(typed, [known()])).toEqual({
        state: 'confirmed',
        label: LABEL,
        postcode: '25390',
        typed: null,
        obtainedAt: AT,
      });
    },
  );

  it('other words for the same number → confirmed with the BAN’s label, the typed words beside it', () => {
    expect(check('12 r. des Fontaines, bât. B, Loray', [known()])).toMatchObject({
      state: 'confirmed',
      label: LABEL,
      typed: '12 r. des Fontaines, bât. B, Loray',
    });
  });

  it.each([
    ['of another commune', [known({ inseeCode: '69276', communeName: 'Feyzin' })], 'other-commune'],
    ['beyond a hundred metres', [known({}, 110)], 'far'],
    ['of a street beyond five hundred metres', [known({ kind: 'street' }, 510)], 'far'],
    ['that the BAN does not know', [], 'unknown'],
    ['of which it knows the commune alone', [known({ kind: 'municipality' })], 'unknown'],
    ['without an answer', null, 'no-answer'],
  ] as const)('one %s → declared, and why', (_, found, kind) => {
    expect(check(LABEL, found && [...found])).toMatchObject({ state: 'declared', typed: LABEL, doubt: { kind } });
  });

  it('a number at a hundred metres, a street at five hundred → confirmed', () => {
    expect(check(LABEL, [known({}, 95)]).state).toBe('confirmed');
    expect(check(LABEL, [known({ kind: 'street' }, 490)]).state).toBe('confirmed');
    expect(check(LABEL, [known({ kind: 'locality' }, 490)]).state).toBe('confirmed');
  });

  it.each([
    ['a doubtful answer', known({ score: 0.5 })],
    ['a street', known({ kind: 'street' })],
  ])('%s to other words → unknown', (_, found) => {
    expect(check('Résidence des Lilas, Loray', [found])).toMatchObject({ doubt: { kind: 'unknown' } });
  });

  it('two streets of one name in merged communes → the one near the parcel', () => {
    const elsewhere = known({ formerInseeCode: '25999' }, 4_000);
    expect(check(LABEL, [elsewhere, known()]).state).toBe('confirmed');
    expect(check(LABEL, [elsewhere])).toMatchObject({ doubt: { kind: 'far' } });
  });

  it('the parcel’s name, used far from any street → confirmed by the cadastre, without the BAN', () => {
    expect(check('Parcelle 000-0A-0037, Loray', null)).toMatchObject({ state: 'confirmed', postcode: null });
    expect(check('Parcelle 000-0A-0038, Loray', null)).toMatchObject({ state: 'declared' });
  });
});

describe('the commune of an address is the parcel’s', () => {
  const placeOf = (parcel: Partial<Parcel>): Place => ({ ...PLACE, parcels: [{ ...PARCEL, ...parcel }] });
  it.each<[string, Partial<Parcel>, Partial<KnownAddress>, boolean]>([
    ['the same arrondissement', { commune: '75113' }, { inseeCode: '75113' }, true],
    ['another arrondissement', { commune: '75113' }, { inseeCode: '75114' }, false],
    ['the city, for an arrondissement', { commune: '13203' }, { inseeCode: '13055' }, true],
    ['an arrondissement, for the city', { commune: '69123' }, { inseeCode: '69382' }, true],
    [
      'a commune that merged, which the BAN still names',
      { commune: '49127', prefix: '331' },
      { inseeCode: '49331' },
      true,
    ],
    [
      'a commune that merged, which the cadastre still names',
      { commune: '49331' },
      { inseeCode: '49127', formerInseeCode: '49331' },
      true,
    ],
    [
      'another commune déléguée of the same, near',
      { commune: '49127', prefix: '331' },
      { inseeCode: '49127', formerInseeCode: '49332' },
      true,
    ],
    ['overseas', { commune: '97411' }, { inseeCode: '97411' }, true],
    ['Corsica', { commune: '2A004' }, { inseeCode: '2B033' }, false],
    ['no code', { commune: '25349' }, { inseeCode: null }, false],
  ])('%s', (...[, parcel, address, isSame]) => {
    expect(check(LABEL, [known(address)], placeOf(parcel)).state).toBe(isSame ? 'confirmed' : 'declared');
  });
});

it('warns before the payment when another address will be printed', () => {
  expect(warningOf(check(LABEL, [known()]), PLACE)).toBeNull();
  expect(warningOf(check(LABEL, [known({ inseeCode: '69276' })]), PLACE)).toContain('(Loray)');
  expect(warningOf(check(LABEL, [known({}, 1_200)]), PLACE)).toContain('1,2\u00A0km');
  expect(warningOf(check(LABEL, null), PLACE)).toMatch(/^Cette adresse n’a pas pu être vérifiée/);
  expect(warningOf(check(`${LABEL} bât. B`, [known()]), PLACE)).toContain(LABEL);
});

it('mails call an unconfirmed place declared, with the commune of the parcel', () => {
  const edition = { adresse: '3 Rue A 69320 Feyzin', communeName: 'Mende', parcelCodes: null };
  expect(propertyInWords({ ...edition, confirmedAddress: '1 Rue B 48000 Mende' })).toBe(
    'du bien situé 1 Rue B 48000 Mende',
  );
  const declared = 'à l’adresse déclarée «\u00A03 Rue A 69320 Feyzin\u00A0»';
  expect(propertyInWords({ ...edition, confirmedAddress: null })).toBe(`du bien situé à Mende, ${declared}`);
  const elsewhere = { ...edition, communeName: 'Le Bourget', confirmedAddress: null };
  expect(propertyInWords(elsewhere)).toBe(`du bien situé au Bourget, ${declared}`);
  expect(propertyInWords({ ...elsewhere, communeName: null })).toBe(`du bien situé ${declared}`);
  const parcelCodes = ['000-AB-0012@48095', '000-AB-0014@48095'];
  expect(propertyInWords({ ...edition, confirmedAddress: '1 Rue B', parcelCodes })).toBe(
    'du bien situé 1 Rue B (AB 12 et 1 autre parcelle)',
  );
});

describe('a number whose point lies beside the property', () => {
  const ours = { code: `${PARCEL.prefix}-${PARCEL.section}-${PARCEL.number}@${PARCEL.commune}`, reference: 'ours' };
  const others = { code: `000-ZZ-0009@${PARCEL.commune}`, reference: '000-ZZ-0009' };
  const asked = (address: KnownAddress) => numberBeside(LABEL, { found: [address], obtainedAt: AT }, PLACE);

  it('queries the cadastre, unless it is on the property, on a street, or too far to be confirmed', () => {
    const beside = known({}, 20);
    expect(asked(beside)).toEqual({ longitude: beside.longitude, latitude: beside.latitude });
    expect(asked(known())).toBeNull();
    expect(asked(known({ kind: 'street' }, 20))).toBeNull();
    expect(asked(known({}, 200))).toBeNull();
    expect(numberBeside(LABEL, null, PLACE)).toBeNull();
  });

  it.each([
    ['on a street', null, 'confirmed', null],
    ['on the property itself, drawn more finely', ours, 'confirmed', null],
    ['on another parcel', others, 'declared', { kind: 'other-parcel', parcel: '000-ZZ-0009' }],
    ['where the cadastre does not answer', 'no-answer' as const, 'declared', { kind: 'other-parcel', parcel: null }],
  ])('%s → %#', (...[, under, state, doubt]) => {
    const confirmed = check(LABEL, [known({}, 20)]);
    expect(confirmed.state).toBe('confirmed');
    const address = checkedAgainstParcel(confirmed, LABEL, { under, place: PLACE });
    expect(address).toMatchObject(doubt === null ? { state } : { state, typed: LABEL, doubt });
    expect(warningOf(address, PLACE) === null).toBe(doubt === null);
  });
});
