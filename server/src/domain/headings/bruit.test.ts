import { expect, test } from 'vitest';
import { assessRisks } from './assess.ts';
import { noiseZone, obtained, place, quietFacts, ring, square } from '#test/facts.ts';
import { REALDATA_HELD, recordedNoise } from '#test/realdata.ts';

const lebourget = REALDATA_HELD ? recordedNoise('bruit-peb-lebourget-sample.json') : [];
const goussainville = REALDATA_HELD ? recordedNoise('bruit-peb-gfi-goussainville.json') : [];

function bruitAt(longitude: number, latitude: number, noise = [...lebourget, ...goussainville]) {
  return assessRisks(quietFacts({ noise: obtained(noise) }), { ...place(), longitude, latitude }).bruit;
}
const zonesOf = ({ details }: ReturnType<typeof bruitAt>) =>
  details?.zones.map(({ aerodrome, zone }) => `${aerodrome} ${zone}`);

test.skipIf(!REALDATA_HELD).each<[string, [number, number], string[]]>([
  ['Le Bourget: zone A of its aerodrome and zone D of Roissy', [2.44, 48.97], ['LFPG D', 'LFPB A']],
  ['between both: zone D of Roissy alone', [2.2, 48.98], ['LFPG D']],
  ['south of Goussainville, in the hole of zone D: zone C', [2.47, 49.0], ['LFPG C']],
  ['kelrisks’ oracle of zone A, in the hole of zone C: neither C nor D', [2.5398627, 49.0223065], []],
  ['Paris 13e: none', [2.376, 48.83], []],
])('%s', (_, [longitude, latitude], expected) => {
  const finding = bruitAt(longitude, latitude);
  expect(zonesOf(finding)?.sort()).toEqual([...expected].sort());
  expect(finding.state).toBe(expected.length ? 'concerned' : 'not-concerned');
});

test('a parcel astride zones C and D is in C, the most severe', () => {
  const inside = [[ring(-500, -500, 1000)]];
  const c = noiseZone('C', { type: 'MultiPolygon', coordinates: inside });
  const d = noiseZone('D', { type: 'Polygon', coordinates: [ring(-2000, -2000, 4000), ring(-500, -500, 1000)] });
  const parcel = square(460, 0, 80);
  const finding = assessRisks(quietFacts({ noise: obtained([d, c]) }), place(parcel)).bruit;
  expect(zonesOf(finding)).toEqual(['LFPG C']);
  expect(finding).toMatchObject({ toVerify: true });
});

test('a boundary at 20 m makes the answer « à vérifier », never « concerné »', () => {
  const finding = assessRisks(
    quietFacts({ noise: obtained([noiseZone('B', square(30, -10, 500))]) }),
    place(square(-10, -10, 20)),
  ).bruit;
  expect(finding).toMatchObject({ state: 'not-concerned', toVerify: true });
  expect(finding.sentence).toContain('passe à environ 20\u00A0m');
  expect(finding.sentence).toContain('à vérifier');
});

test('Lden and psophic indices are named, the second never in decibels', () => {
  const zone = noiseZone('B', square(-500, -500, 1000), 'LFDC');
  const sentence = (index: (typeof zone)['index']) =>
    assessRisks(quietFacts({ noise: obtained([{ ...zone, index, decreeDate: '1986-07-28' }]) }), place()).bruit
      .sentence;
  expect(sentence({ kind: 'psophique', low: 84, high: 96 })).toBe(
    'L’immeuble est situé dans la zone B – bruit fort – du plan d’exposition au bruit de l’aérodrome Montendre-Marcillac (LFDC) (indice psophique de 84 à 96, plan du 28/07/1986).',
  );
  expect(sentence({ kind: 'psophique', low: 84, high: 96 })).not.toMatch(/dB|décibel/u);
  expect(sentence({ kind: 'lden', low: 56.5, high: 65 })).toContain('indice Lden de 56,5 à 65');
});
