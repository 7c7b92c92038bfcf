import { describe, expect, it } from 'vitest';
import { ppr, obtained, place, quietFacts, square } from '#test/facts.ts';
import type { BrushClearing, Fact, Facts } from '#domain/risks/facts.ts';
import { assessRisks } from './assess.ts';

const RELEASE = { label: 'Fichier, édition du 2 mars 2026, sha256 3f9a1c20b7de', source: 'edition-radon' };
const LIVE = { label: 'Géorisques — service', source: 'live', obtainedAt: '2026-11-20T09:00:00Z' };

/** What the release says, and what the live service says instead. */
function contradicted<T>(ours: T, theirs: T): Extract<Fact<T>, { state: 'obtained' }> {
  const fact = obtained(ours) as Extract<Fact<T>, { state: 'obtained' }>;
  const provenance = { ...fact.provenance, ...RELEASE };
  return { ...fact, provenance, contradictedBy: { value: theirs, provenance: { ...provenance, ...LIVE } } };
}
const findingsOf = (facts: Partial<Facts>) => assessRisks(quietFacts(facts), place(square(-10, -10, 20)));
const plain = (sentence: string): string => sentence.replaceAll(/[\u00A0\u202F]/gu, ' ');
const NAMES = '« Fichier, édition du 2 mars 2026 »';
const SERVICE = '« Géorisques — service » (service en ligne, le 20/11/2026)';

describe('the live service contradicts the release', () => {
  it.each([
    [3, 1],
    [3, 2],
  ] as const)('radon %s, live %s → the release, to verify, both named in one sentence', (potential, live) => {
    const { radon } = findingsOf({ radon: contradicted<{ potential: 1 | 2 | 3 }>({ potential }, { potential: live }) });
    expect(radon).toMatchObject({ state: 'concerned', toVerify: true, details: { potential } });
    expect(plain(radon.sentence)).toContain(
      `Cette réponse est celle de ${NAMES} ; ${SERVICE} en donne une autre, à vérifier en mairie : L’immeuble est situé dans une commune à potentiel radon de niveau ${live} sur 3`,
    );
    expect(radon.provenances.map(({ source }) => source)).toEqual(['edition-radon', 'live']);
  });

  it('a « non » that the live service denies is neither « oui » nor « non », and lists both answers', () => {
    const { sismicite } = findingsOf({ seismicZone: contradicted<{ zone: 1 | 2 }>({ zone: 1 }, { zone: 2 }) });
    expect(sismicite).toMatchObject({
      state: 'not-obtained',
      reason: 'sources-disagree',
      toVerify: true,
      details: null,
    });
    expect(plain(sismicite.sentence)).toMatch(
      new RegExp(
        `^${NAMES} et ${SERVICE.replaceAll(/[()]/g, '\\$&')} se contredisent : à vérifier en mairie\\. Réponse de l’édition : .*zone de sismicité 1 .* Réponse du service en ligne : .*zone de sismicité 2 `,
        'u',
      ),
    );
  });

  it('an edition that the answer itself names is named once', () => {
    const obligation = { departement: '13', decreeDate: null, sheetUrl: null, communeOnly: false };
    const fact = contradicted<BrushClearing | null>(null, obligation);
    const edition = { dataset: 'brush-clearing', release: '', publishedOn: '2026-03-02', sha256: '' } as const;
    const named = { ...fact, provenance: { ...fact.provenance, edition } };
    const { debroussaillement } = findingsOf({ brushClearing: named });
    expect(debroussaillement).toMatchObject({ state: 'not-obtained', reason: 'sources-disagree' });
    expect(plain(debroussaillement.sentence)).toContain(
      'Réponse de l’édition : L’immeuble n’est situé dans aucune zone assujettie aux obligations légales de débroussaillement qui figure dans cette édition. Réponse du service en ligne : L’immeuble est situé',
    );
    expect(plain(debroussaillement.sentence).split('édition du 2 mars 2026')).toHaveLength(2);
  });

  it('two levels of radon below the one that the law names stay « non », with nothing to verify', () => {
    const { radon } = findingsOf({ radon: contradicted<{ potential: 1 | 2 }>({ potential: 1 }, { potential: 2 }) });
    expect(radon).toMatchObject({ state: 'not-concerned', toVerify: false });
    expect(radon.sentence).not.toContain('à vérifier');
  });

  it('plans: only the headings that would say something else are in doubt', () => {
    const known = ppr({ gasparId: 'A', name: 'Un', status: 'approved', zoned: true });
    const other = ppr({ gasparId: 'B', name: 'Deux', status: 'approved', zoned: true });
    const findings = findingsOf({ pprn: contradicted([known], [known, other]) });
    expect(findings.pprn).toMatchObject({ state: 'concerned', toVerify: true, details: { plans: [{ name: 'Un' }] } });
    expect(findings.pprn.sentence).toContain('Deux');
    expect(findings['ppr-prescrit']).toMatchObject({ state: 'not-concerned', toVerify: false });
  });

  it('a difference that no finding rests on leaves no doubt', () => {
    const far = { id: 'S', name: 'Loin', address: null, sheetUrl: null, outline: square(5_000, 5_000, 10) };
    expect(findingsOf({ sis: contradicted([far], []) }).sis).toMatchObject({ state: 'not-concerned', toVerify: false });
  });
});
