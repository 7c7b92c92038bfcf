import { beforeEach, expect, it } from 'vitest';
import type { CoastlineRetreat, Fact } from '#domain/risks/facts.ts';
import { releasesOf } from '#test/datasets.ts';
import { aPlace } from '#test/supplier-deps.ts';
import { withCoastalList } from './coastal-list.ts';

// The published file was not to be had: these rows are typed, with its columns.
const NOW = new Date('2026-11-20T10:00:00Z');
const { serve: serveFolder, deps } = releasesOf(NOW);
beforeEach(async () => {
  await serveFolder('communes', {
    'communes.csv':
      'TYPECOM,COM,LIBELLE\nCOM,33214,Lacanau\nCOM,48095,Mende\nCOM,14488,Ouistreham\nCOM,50502,Barfleur\n',
    'mouvements-communes.csv': 'MOD,DATE_EFF,TYPECOM_AV,COM_AV,TYPECOM_AP,COM_AP\n32,2026-01-01,COM,14001,COM,14488\n',
  });
});

const serve = (files: Record<string, string>, publishedOn: string | null) =>
  serveFolder('coastal-list', files, publishedOn);

const HEADER = 'code_commune,nom_commune,code_departement,is_currently_active,trait_de_cote_historique';
const history = (...decrees: [decree: string, day: string][]): string =>
  `"[${decrees.map(([decree, day]) => `{'numero_decret': '${decree}', 'start_date': '${day}', 'end_date': None}`).join(', ')}]"`;
const FIRST = history(['2022_750', '2022-04-30']);
const LISTED = [
  `33214,Lacanau,33,True,${FIRST}`,
  `50502,Barfleur,50,False,${FIRST}`,
  `14001,Ablon,14,True,${history(['2024_531', '2024-06-12'], ['2026_95', '2026-02-14'])}`,
  `,Sans code,,True,${FIRST}`,
];
const MORE = Array.from({ length: 300 }, (_, i) => `${56_001 + i},Commune,56,True,${FIRST}`);
const table = (...rows: string[]): Record<string, string> => ({
  'trait-de-cote-commune-2026-95.csv': [HEADER, ...rows, ''].join('\n'),
});

const provenance = {
  source: 'gpu',
  label: 'GPU',
  attribution: 'IGN',
  licence: '',
  url: null,
  obtainedAt: '2026-11-20T00:00:00Z',
};
const OPERATOR = 'décret n° 2022-750 du 29 avril 2022, modifié en dernier lieu par le décret n° 2024-531';
const live = answered({ isListed: false, vintage: OPERATOR });

function answered(listed: CoastlineRetreat['listed']): Extract<Fact<CoastlineRetreat>, { state: 'obtained' }> {
  const value = { coastalCommune: true, unpublished: false, zones: [], ...(listed && { listed }) };
  return { state: 'obtained', value, provenance };
}

function listedIn(code: string, fact: Fact<CoastlineRetreat> = live) {
  const found = withCoastalList(fact, deps(), aPlace({ inseeCodes: [code] }));
  return found.state === 'not-obtained' ? found.state : found.value.listed;
}

it('listed, never listed, or no longer, by the release, with its decree and day', async () => {
  const manifest = await serve(table(...LISTED, ...MORE), null);
  // The latest decree's day is that of the list.
  expect(manifest.publishedOn).toBe('2026-02-14');
  expect(manifest.rows).toBe(303);
  const vintage = expect.stringMatching(/^décret n° 2026-95, édition du 14\sfévrier\s2026$/) as string;
  expect(listedIn('33214')).toEqual({ isListed: true, vintage, since: '2022-04-30' });
  expect(listedIn('48095')).toEqual({ isListed: false, vintage });
  expect(listedIn('50502')).toEqual({ isListed: false, vintage });
  const found = withCoastalList(live, deps(), aPlace({ inseeCodes: ['33214'] }));
  expect(found.provenance).toMatchObject({
    source: 'gpu',
    attribution: 'IGN ; Ministère chargé de l’environnement',
    label: expect.stringMatching(/^GPU ; Communes listées .*sha256/),
  });
});

it.each<[string, CoastlineRetreat['listed'], { isListed: boolean | null; vintage: RegExp }]>([
  [
    'an older decree',
    { isListed: false, vintage: OPERATOR },
    { isListed: true, vintage: /^décret n° 2026-95, édition/ },
  ],
  [
    'a newer decree',
    { isListed: false, vintage: 'décret n° 2027-3' },
    { isListed: false, vintage: /^décret n° 2027-3$/ },
  ],
  [
    'no decree',
    { isListed: false, vintage: 'liste de la DREAL' },
    { isListed: null, vintage: /2026-95, .* ; liste de la DREAL$/u },
  ],
  [
    'the same decree',
    { isListed: false, vintage: 'décret n° 2026-95' },
    { isListed: null, vintage: /2026-95, .* ; décret n° 2026-95$/u },
  ],
  [
    'the same answer',
    { isListed: true, vintage: 'décret n° 2027-3' },
    { isListed: true, vintage: /^décret n° 2026-95, édition/ },
  ],
  ['no list', undefined, { isListed: true, vintage: /^décret n° 2026-95, édition/ }],
])('the operator’s list that differs: %s', async (_, listed, { isListed, vintage }) => {
  await serve(table(...LISTED, ...MORE), null);
  expect(listedIn('33214', answered(listed))).toMatchObject({ isListed, vintage: expect.stringMatching(vintage) });
});

it('a commune that absorbed a listed one is listed, one that the table of communes lacks is not decided', async () => {
  await serve(table(...LISTED, ...MORE), null);
  expect(listedIn('14488')).toMatchObject({ isListed: true });
  expect(listedIn('99999')).toEqual(live.value.listed);
});

it('without a release, with an extract or an old one: the operator’s list, when there is one', async () => {
  expect(listedIn('33214')).toEqual({ isListed: false, vintage: OPERATOR });
  await serve(table(...LISTED), null);
  expect(listedIn('33214')).toEqual({ isListed: false, vintage: OPERATOR });
  // The list is as long as that of 2022, and of a decree of 2026.
  await serve(table(...LISTED, ...MORE.slice(0, 130)), null);
  expect(listedIn('33214')).toEqual({ isListed: false, vintage: OPERATOR });
  await serve(table(...LISTED, ...MORE), '2025-09-01');
  expect(listedIn('33214')).toEqual({ isListed: false, vintage: OPERATOR });
});

it('no answer about the coast stays so', async () => {
  await serve(table(...LISTED, ...MORE), null);
  expect(listedIn('33214', { state: 'not-obtained', reason: 'timeout', provenance })).toBe('not-obtained');
});

it.each<[string, Record<string, string>, string]>([
  [
    'a renamed column',
    { 'trait-de-cote.csv': `${HEADER.replace('is_currently_active', 'actif')}\n` },
    'la colonne « is_currently_active » est absente',
  ],
  ['another word for active', table(`33214,Lacanau,33,oui,${FIRST}`), '« oui » dans « is_currently_active »'],
  ['no decree', table('33214,Lacanau,33,True,[]'), 'aucun décret dans « trait_de_cote_historique »'],
  ['a row cut short', table('33214,Lacanau'), 'la ligne 2 n’a pas le nombre de colonnes de l’en-tête'],
])('%s refuses the file', async (...[, files, sentence]) => {
  await expect(serve(files, null)).rejects.toThrow(sentence);
});
