import { expect, it } from 'vitest';
import { MAINLAND, releasesOf } from '#test/datasets.ts';
import { middleOf } from '#test/departements.ts';
import { aPlace } from '#test/supplier-deps.ts';
import { LOCAL_FACTS } from './facts.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const { serve, deps } = releasesOf(NOW);

// At this latitude, a thousandth of a degree of latitude is 111 m.
const PLACE = aPlace({ longitude: 3.5, latitude: 44.5, inseeCodes: ['48095'] });
const north = (metres: number): string => String(44.5 + metres / 111_195);
const national = (row: (departement: string) => string): string[] => MAINLAND.filter((one) => one !== '48').map(row);

const MOVEMENTS = 'identifiant;type;lieu;precision_lieu;code_insee;longitude;latitude';
const LOZERE = [
  `1;Glissement;;précis;48095;3.5;${north(499)}`,
  `2;Glissement;;précis;48095;3.5;${north(502)}`,
  `3;Éboulement;;kilométrique;48095;3.5;${north(1_400)}`,
  `4;Éboulement;;kilométrique;48095;3.5;${north(1_600)}`,
  '5;Coulée;;commune;48095;;',
  '6;Coulée;;commune;48096;;',
];
const elsewhere = national((one) => `X${one};Glissement;;précis;${one}001;${middleOf(one).join(';')}`);

it('movements within 500 m, those placed to the kilometre that may be, and those of the commune without a point', async () => {
  await serve('ground-movements', { 'mvt.csv': [MOVEMENTS, ...LOZERE, ...elsewhere, ''].join('\n') });
  const fact = LOCAL_FACTS.groundMovements?.(deps(), PLACE);
  expect(fact).toMatchObject({
    state: 'obtained',
    value: [
      { id: '1', distanceMetres: 499, position: [3.5, expect.closeTo(44.504, 3)] },
      { id: '3', distanceMetres: null },
      { id: '5', distanceMetres: null, isUnplaced: true },
    ],
    provenance: { label: expect.stringContaining('Mouvements de terrain recensés, édition du 15') },
  });
});

it('no site is a « non » in a national file, and nothing in a part of it or an old one', async () => {
  const far = aPlace({ longitude: 3.6, latitude: 44.6, inseeCodes: ['48100'] });
  await serve('ground-movements', { 'mvt.csv': [MOVEMENTS, ...LOZERE, ...elsewhere, ''].join('\n') });
  expect(LOCAL_FACTS.groundMovements?.(deps(), far)).toMatchObject({ state: 'obtained', value: [] });
  // Overseas départements have no row: nothing says that they were looked at.
  expect(LOCAL_FACTS.groundMovements?.(deps(), aPlace({ inseeCodes: ['97411'] }))).toBeNull();
  await serve('ground-movements', { 'mvt.csv': [MOVEMENTS, ...LOZERE, ...elsewhere, ''].join('\n') }, '2025-09-01');
  expect(LOCAL_FACTS.groundMovements?.(deps(), far)).toBeNull();
  await serve('ground-movements', { 'mvt.csv': [MOVEMENTS, ...LOZERE, ''].join('\n') });
  expect(LOCAL_FACTS.groundMovements?.(deps(), PLACE)).toBeNull();
});

it('a site with neither commune nor position takes the « non » of its département, or of France', async () => {
  const far = aPlace({ longitude: 3.6, latitude: 44.6, inseeCodes: ['48100'] });
  const header = `${MOVEMENTS};departement`;
  const lost = (departement: string): string =>
    [header, ...[...LOZERE, ...elsewhere].map((row) => `${row};`), `9;Coulée;;;;;;${departement}`, ''].join('\n');
  const manifest = await serve('ground-movements', { 'mvt.csv': lost('48') });
  expect(manifest.rows).toBe(LOZERE.length + elsewhere.length);
  expect(LOCAL_FACTS.groundMovements?.(deps(), far)).toBeNull();
  expect(
    LOCAL_FACTS.groundMovements?.(deps(), aPlace({ longitude: 2.5, latitude: 46, inseeCodes: ['23001'] })),
  ).toMatchObject({
    value: [],
  });
  await serve('ground-movements', { 'mvt.csv': lost('') });
  expect(
    LOCAL_FACTS.groundMovements?.(deps(), aPlace({ longitude: 2.5, latitude: 46, inseeCodes: ['23001'] })),
  ).toBeNull();
});

it('a SIS in two communes is one, and one without an outline is known in its commune', async () => {
  const square = (longitude: number, latitude: number): string => {
    const ring = [0, 0, 0.002, 0, 0.002, 0.002, 0, 0.002, 0, 0].map((step, i) => step + (i % 2 ? latitude : longitude));
    const wkb = Buffer.alloc(13 + 8 * ring.length);
    wkb[0] = 1;
    for (const [i, value] of [3, 1, ring.length / 2].entries()) wkb.writeUInt32LE(value, 1 + 4 * i);
    for (const [i, value] of ring.entries()) wkb.writeDoubleLE(value, 13 + 8 * i);
    return wkb.toString('hex');
  };
  const rows = [
    'id_sis;nom;code_insee;geog',
    `SSP1;Fonderie;48095;${square(3.499, 44.499)}`,
    `SSP1;Fonderie;48096;${square(3.499, 44.499)}`,
    'SSP2;Dépôt;48095;',
    `SSP3;Loin;48097;${square(3.6, 44.6)}`,
    ...national((one) => `SSP${one}00;Ailleurs;${one}001;`),
    '',
  ];
  await serve('sis', { 'sis.csv': rows.join('\n') });
  expect(LOCAL_FACTS.sis?.(deps(), PLACE)).toMatchObject({
    value: [
      { id: 'SSP1', outline: { coordinates: [expect.anything()] } },
      { id: 'SSP2', outline: null },
    ],
  });
});
