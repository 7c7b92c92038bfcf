import { describe, expect, it } from 'vitest';
import { Temporal } from 'temporal-polyfill';
import type { MultiPolygon } from '@clairisque/contract/parcels.ts';
import type { Facts, HazardStatus, LocalPlanZone, Place, Ppr, RetreatZone } from '#domain/risks/facts.ts';
import {
  COMPULSORY_HEADINGS,
  INFORMATIVE_HEADINGS,
  OPEN_LABELS,
  type CompulsoryHeading,
  type Heading,
  type InformativeHeading,
} from '#domain/risks/findings.ts';
import { assessRisks } from '#domain/risks/risks.ts';
import { issuability } from '#domain/risks/issuability.ts';
import type { Row } from './parts.ts';
import { buildStatementDocument, type StatementDocument } from './statement-document.ts';
import { lastGood, noiseZone, notObtained, NOW, obtained, place, ppr, quietFacts, square } from '#test/facts.ts';
import { plain } from '#test/printed-statement.ts';
import { statementInput } from '#test/statement-input.ts';

/**
 * Heading × the source's answer → what may be printed. The records are exhaustive by type: a heading without a case
 * does not compile. « oui » and « non » are ticked boxes; « ouvert » ticks neither, and is on page 1 as « non vérifié
 * ».
 */
type Printed = 'oui' | 'non' | 'ouvert';
type Case = [said: string, facts: Partial<Facts>, printed: Printed, where?: Partial<Place>];

const here = square(-50, -50, 100);
const afar = square(500, 500, 100);
const PARCEL = square(-10, -10, 20);

const plans = (...all: Partial<Ppr>[]) => obtained(all.map(ppr));
const technological = (more: Partial<Ppr>) => ({ pprt: plans({ family: 'pprt', procedure: 'PPRT', ...more }) });
const shore = (
  zones: Partial<RetreatZone>[],
  more: Partial<{ coastalCommune: boolean | null; unpublished: boolean }>,
) => ({
  coastlineRetreat: obtained({
    coastalCommune: true,
    unpublished: false,
    ...more,
    zones: zones.map((zone): RetreatZone => ({
      horizon: '0-30',
      provisional: false,
      label: 'Zone',
      documentUrl: null,
      outline: here,
      ...zone,
    })),
  }),
});
const localPlan = (subject: LocalPlanZone['subject'], outline: MultiPolygon = here) => ({
  coastlineRetreat: obtained({
    coastalCommune: false,
    unpublished: false,
    zones: [],
    localPlan: [{ subject, label: 'Zone du PLU', documentUrl: 'https://plu.example/a.pdf', outline }],
  }),
});
const soil = (outline: MultiPolygon | null) =>
  obtained([{ id: 'SSP1', name: 'Usine à gaz', address: null, sheetUrl: null, outline }]);
const clearing = { departement: '13', sheetUrl: null, decreeDate: null, communeOnly: false };
const cayenne = {
  aerodrome: 'SOCA',
  aerodromeName: 'CAYENNE',
  decreeDate: '1995-11-09',
  documentUrl: 'http://x/PEB_SOCA_09_11_1995.pdf',
  distanceMetres: 4200,
};

const COMPULSORY: Record<CompulsoryHeading, Case[]> = {
  pprn: [
    ['no plan', {}, 'non'],
    ['a plan elsewhere in the commune', { pprn: plans({ zoned: false }) }, 'non'],
    ['a plan that holds the property', { pprn: plans({}) }, 'oui'],
    ['applied by anticipation', { pprn: plans({ status: 'anticipated' }) }, 'oui'],
    ['a plan that the source does not place', { pprn: plans({ zoned: null }) }, 'ouvert'],
  ],
  pprm: [
    ['no plan', {}, 'non'],
    ['a plan that holds the property', { pprm: plans({ family: 'pprm' }) }, 'oui'],
    ['a plan that the source does not place', { pprm: plans({ family: 'pprm', zoned: null }) }, 'ouvert'],
  ],
  pprt: [
    ['no plan', {}, 'non'],
    ['a plan that holds the property', technological({}), 'oui'],
    ['a plan that the source does not place', technological({ zoned: null }), 'ouvert'],
    ['a plan whose état is not said', technological({ status: 'unknown' }), 'ouvert'],
  ],
  'ppr-prescrit': [
    ['no plan', {}, 'non'],
    ['a prescribed plan that holds the property', technological({ status: 'prescribed' }), 'oui'],
    [
      'a prescribed plan that the source does not place',
      technological({ status: 'prescribed', zoned: null }),
      'ouvert',
    ],
    ['a prescribed plan said without zone', technological({ status: 'prescribed', zoned: false }), 'ouvert'],
    ['a plan under revision', technological({ zoned: false, underRevision: true }), 'ouvert'],
  ],
  sismicite: [
    ['zone 1', { seismicZone: obtained({ zone: 1 }) }, 'non'],
    ...([2, 3, 4, 5] as const).map((zone): Case => [`zone ${zone}`, { seismicZone: obtained({ zone }) }, 'oui']),
  ],
  radon: [
    ['level 1', { radon: obtained({ potential: 1 }) }, 'non'],
    ['level 2', { radon: obtained({ potential: 2 }) }, 'non'],
    ['level 3', { radon: obtained({ potential: 3 }) }, 'oui'],
  ],
  'trait-de-cote': [
    ['inland', {}, 'non'],
    ['a coast with a document and no zone', shore([], {}), 'non'],
    ['a coast without a document', shore([], { unpublished: true }), 'ouvert'],
    [
      'a commune that the source does not class, without a document',
      shore([], { coastalCommune: null, unpublished: true }),
      'ouvert',
    ],
    ['a zone at 30 years', shore([{}], {}), 'oui'],
    ['a zone from 30 to 100 years', shore([{ horizon: '30-100' }], {}), 'oui'],
    ['a préfiguration map', shore([{ provisional: true }], {}), 'oui'],
    ['a préfiguration map whose zone is elsewhere', shore([{ provisional: true, outline: afar }], {}), 'non'],
    // Concerned, also on page 1; the horizon is left to tick.
    ['a zone without a horizon that can be read', shore([{ horizon: null, provisional: true }], {}), 'ouvert'],
  ],
  debroussaillement: [
    ['no zone', {}, 'non'],
    ['in a zone', { brushClearing: obtained(clearing) }, 'oui'],
    ['known in the commune alone', { brushClearing: obtained({ ...clearing, communeOnly: true }) }, 'ouvert'],
    ['no zone, and the local plan has one', localPlan('debroussaillement'), 'ouvert'],
    ['no zone, and the local plan has one elsewhere', localPlan('debroussaillement', afar), 'non'],
  ],
  sis: [
    ['no site', {}, 'non'],
    ['a site on the ground', { sis: soil(here) }, 'oui'],
    ['a site elsewhere', { sis: soil(afar) }, 'non'],
    ['a site without outline: held concerned', { sis: soil(null) }, 'oui'],
    ['no site, and the local plan has one', localPlan('sis'), 'ouvert'],
  ],
  bruit: [
    ['a zone drawn as a line', { noise: obtained([noiseZone('C', square(-500, 0, 0))]) }, 'ouvert'],
    ['no zone, no plan near', {}, 'non'],
    ['in a zone', { noise: obtained([noiseZone('C', here)]) }, 'oui'],
    ['a zone elsewhere', { noise: obtained([noiseZone('C', afar)]) }, 'non'],
    ['an arrêté without zones near by (Cayenne)', { noisePlans: obtained([cayenne]) }, 'ouvert'],
    [
      'in a zone of one aerodrome, near another that is not drawn',
      { noise: obtained([noiseZone('C', here)]), noisePlans: obtained([cayenne]) },
      'oui',
    ],
    ['no zone, and the local plan has one', localPlan('bruit'), 'ouvert'],
  ],
};

const report = (groundwater: HazardStatus | null): Partial<Facts> => ({
  report: obtained({ groundwater, pipelines: groundwater }),
});
const status = (address: string | null, commune: string | null, present = true) =>
  report({ present, commune, address });
const STATUSES: Case[] = [
  ['« Concerné » at the address', status('Concerné', null), 'oui'],
  ['« Risque Existant - faible » at the address', status('Risque Existant - faible', 'Risque Existant'), 'oui'],
  ['« Risque non Concerne » at the address', status('Risque non Concerne', 'Risque non Concerne', false), 'non'],
  [
    '« Risque non Connu » at the address, existing in the commune',
    status('Risque non Connu', 'Risque Existant'),
    'non',
  ],
  ['« Risque Inconnu » at the address', status('Risque Inconnu', null), 'ouvert'],
  ['present without any status (Vieux-Ferrette)', status(null, null), 'ouvert'],
  ['absent without any status', status(null, null, false), 'ouvert'],
  [
    'existing in the commune, no status at the address, or an address too far',
    status(null, 'Risque Existant'),
    'ouvert',
  ],
  ['not in the report', report(null), 'ouvert'],
];
const PARIS = { inseeCodes: ['75113', '75056'] };
const site = {
  id: '1',
  name: 'Site',
  activity: null,
  status: null,
  address: null,
  sheetUrl: null,
  distanceMetres: 120,
};
const decree = {
  code: 'A',
  hazard: 'Inondation',
  start: null,
  end: null,
  decree: null,
  journalOfficiel: null,
  commune: '93013',
};

const INFORMATIVE: Record<InformativeHeading, Case[]> = {
  argiles: [
    ['no zone, on the map', {}, 'non'],
    ...([1, 2, 3] as const).map((exposure): Case => [`level ${exposure}`, { clay: obtained({ exposure }) }, 'oui']),
    ['nothing, in Paris', {}, 'ouvert', PARIS],
    ...['97302', '97411', '97120', '97209', '97608'].map((code): Case => [
      `nothing, in ${code}`,
      {},
      'ouvert',
      { inseeCodes: [code] },
    ]),
    ['a level, in Paris', { clay: obtained({ exposure: 1 }) }, 'oui', PARIS],
  ],
  'remontee-de-nappe': STATUSES,
  canalisations: STATUSES,
  casias: [
    ['none', {}, 'non'],
    ['one', { casias: obtained([site]) }, 'oui'],
  ],
  icpe: [
    ['none', {}, 'non'],
    ['one', { installations: obtained([{ ...site, regime: 'Autorisation', seveso: null }]) }, 'oui'],
  ],
  cavites: [
    ['none', {}, 'non'],
    ['one', { cavities: obtained([site]) }, 'oui'],
  ],
  'mouvements-de-terrain': [
    ['none', {}, 'non'],
    ['one', { groundMovements: obtained([site]) }, 'oui'],
  ],
  catnat: [
    ['none', {}, 'non'],
    ['one', { catnat: obtained([decree]) }, 'oui'],
  ],
};

function assessed(facts: Partial<Facts>, where: Partial<Place> = {}) {
  const at = { ...place(PARCEL), ...where };
  const findings = assessRisks(quietFacts(facts), at);
  return { findings, document: buildStatementDocument({ ...statementInput(undefined, at), findings }) };
}

const QUESTIONS: Record<CompulsoryHeading, [letter: string | null, label: RegExp]> = {
  pprn: ['A', /périmètre d’un PPR naturel/u],
  pprm: ['B', /périmètre d’un PPR minier/u],
  pprt: ['C', /PPR technologique approuvé/u],
  'ppr-prescrit': ['C', /PPR technologique prescrit/u],
  sismicite: ['D', /sismicité/u],
  radon: ['F', /niveau 3/u],
  'trait-de-cote': ['G', /zone exposée identifiée/u],
  debroussaillement: ['H', /débroussaillement/u],
  sis: ['E', /\(SIS\)/u],
  bruit: [null, /périmètre d’un plan/u],
};

/** The ticked boxes of the heading's question; a seismic zone is « oui » from 2. */
function boxesOf({ regulatory, noise }: StatementDocument, heading: CompulsoryHeading): Printed {
  const [letter, label] = QUESTIONS[heading];
  const blocks = letter === null ? noise.blocks : regulatory.blocks.filter((block) => block.letter === letter);
  const row = blocks
    .flatMap(({ rows }) => rows)
    .find((one): one is Row & { kind: 'question' } => one.kind === 'question' && label.test(plain(one.label)));
  if (row === undefined) throw new Error(`no question of ${heading}`);
  const ticked = row.boxes.filter(({ checked }) => checked).map(({ label: words }) => plain(words));
  if (ticked.some((words) => /^oui|^zone [2-5]/u.test(words))) return 'oui';
  return ticked.some((words) => /^non|^zone 1/u.test(words)) ? 'non' : 'ouvert';
}

const WHAT_STANDS_BEHIND: Record<Printed, object> = {
  oui: { state: 'concerned', toVerify: expect.any(Boolean) },
  non: { state: 'not-concerned', toVerify: expect.any(Boolean) },
  ouvert: { state: expect.any(String), toVerify: true },
};

/** Words that mean « no »; none of them may appear in an open heading. */
const NO = /\baucune? [^:]*n’est (?:recensé|signalé|situé)|hors des zones|n’est situé dans aucun|\bmais non à/u;

describe.each(COMPULSORY_HEADINGS)('%s', (heading) => {
  it.each(COMPULSORY[heading])('%s', (...[, facts, printed, where]) => {
    const { findings, document } = assessed(facts, where);
    const { state, toVerify, sentence } = findings[heading];
    expect(boxesOf(document, heading)).toBe(printed);
    // Neither box: the heading says what to verify. And a heading without an answer never says « no ».
    expect({ state, toVerify }).toEqual(WHAT_STANDS_BEHIND[printed]);
    expect(state === 'not-obtained' && NO.test(sentence)).toBe(false);
    expect(issuability(findings, Temporal.Instant.from(NOW))).toEqual([]);
  });
});

describe.each(INFORMATIVE_HEADINGS)('%s', (heading) => {
  it.each(INFORMATIVE[heading])('%s', (...[, facts, printed, where]) => {
    const { state, sentence, duty } = assessed(facts, where).findings[heading];
    expect(state).toBe({ oui: 'concerned', non: 'not-concerned', ouvert: 'not-obtained' }[printed]);
    expect(state === 'not-obtained' && (duty !== null || NO.test(sentence))).toBe(false);
  });
});

describe('for every heading', () => {
  const ALL = [...COMPULSORY_HEADINGS, ...INFORMATIVE_HEADINGS];
  const REASONS = ['timeout', 'unavailable', 'rate-limited', 'malformed', 'refused', 'not-held'] as const;

  it.each(REASONS)('a source that fails (%s) ticks nothing, is « non vérifié » and forbids to issue', (reason) => {
    const missing = Object.fromEntries(Object.keys(quietFacts()).map((name) => [name, notObtained(reason)]));
    const { findings, document } = assessed(missing);
    for (const heading of ALL) expect(findings[heading]).toMatchObject({ state: 'not-obtained', reason });
    for (const heading of COMPULSORY_HEADINGS) expect(boxesOf(document, heading)).toBe('ouvert');
    expect(document.cover.notObtained).toHaveLength(COMPULSORY_HEADINGS.length);
    expect(issuability(findings, Temporal.Instant.from(NOW))).toHaveLength(COMPULSORY_HEADINGS.length);
  });

  it('an older answer is dated, and otherwise unchanged', () => {
    const facts = quietFacts();
    const dated = Object.fromEntries(
      Object.entries(facts).map(([name, fact]) => [
        name,
        lastGood(fact.state === 'not-obtained' ? null : fact.value, NOW),
      ]),
    );
    const { findings } = assessed(dated);
    for (const heading of ALL) expect(findings[heading].sentence).toContain('reprend sa réponse du 20/11/2026');
  });

  it('each reason of an open heading has a case, and a name in the table of sources', () => {
    const cases = (Object.entries({ ...COMPULSORY, ...INFORMATIVE }) as [Heading, Case[]][]).flatMap(([heading, all]) =>
      all.map(([, facts, , where]) => assessed(facts, where).findings[heading]),
    );
    const reasons = new Set(cases.flatMap((finding) => (finding.state === 'not-obtained' ? [finding.reason] : [])));
    expect([...reasons].filter((reason) => reason in OPEN_LABELS).toSorted()).toEqual(
      Object.keys(OPEN_LABELS).toSorted(),
    );
  });
});
