import { describe, expect, it, test } from 'vitest';
import { COMMUNES, communeAt, communeByInsee } from './communes.ts';
import { communesOfPostcode, searchCommunes } from './commune-search.ts';
import { DEPARTEMENT_CIRCLES } from './departements.ts';
import { TOWNS } from './towns.ts';
import { SENTINELS } from './sentinel-communes.ts';
import { sentinelAt, sentinelByInsee, sentinelInText } from './sentinels.ts';

test('every town of the list is found at its place', () => {
  const found = TOWNS.map((town) => communeAt(town.longitude, town.latitude)?.insee);
  expect(found).toEqual(TOWNS.map(({ insee }) => insee));
});

test('every commune is found at its centre and in its département, none twice', () => {
  const lost = COMMUNES.filter((commune) => communeAt(commune.longitude, commune.latitude)?.insee !== commune.insee);
  expect(lost.map(({ name }) => name)).toEqual([]);
  expect(new Set(COMMUNES.map(({ insee }) => insee)).size).toBe(COMMUNES.length);
  expect(new Set(COMMUNES.map(({ departement }) => departement))).toEqual(new Set(Object.keys(DEPARTEMENT_CIRCLES)));
  expect(COMMUNES.length).toBeGreaterThan(34_900);
});

describe('communeAt', () => {
  it.each([
    ['the Atlantic', -4, 46],
    ['Barcelona', 2.17, 41.39],
    ['Turin', 7.68, 45.07],
    ['off Guadeloupe', -62.5, 16.2],
    ['the Saint-Pierre-et-Miquelon archipelago', -56.2, 46.8],
  ])('is null at %s', (_, longitude, latitude) => {
    expect(communeAt(longitude, latitude)).toBeNull();
  });

  it.each([
    ['20 avenue de Ségur', [2.308628, 48.850699], '75107'],
    ['quai d’Austerlitz', [2.376, 48.83], '75113'],
    ['the gare de triage of Chelles', [2.62091, 48.87314], '77108'],
    ['Lacanau-Océan', [-1.195, 44.98], '33214'],
    ['a recorded parcel of Loray', [6.4876, 47.178], '25349'],
  ] as const)('knows %s', (_, [longitude, latitude], insee) => {
    expect(communeAt(longitude, latitude)?.insee).toBe(insee);
  });
});

test('arrondissements know their commune, which is found by its code alone', () => {
  expect(communeByInsee('13203')?.mother).toEqual({ insee: '13055', name: 'Marseille' });
  expect(communeByInsee('69123')).toMatchObject({ name: 'Lyon' });
  expect(COMMUNES.some(({ insee }) => insee === '75056')).toBe(false);
});

test('communes are searched by the beginning of their name, accents and « st » aside', () => {
  expect(searchCommunes('st etien')[0]).toMatchObject({ insee: '42218' });
  expect(searchCommunes('zzzz')).toEqual([]);
  expect(communesOfPostcode('42100')[0]).toMatchObject({ insee: '42218', postcode: '42100' });
});

test('sentinels are found at their place, by their code and in a text', () => {
  for (const sentinel of SENTINELS) {
    expect(sentinelAt(sentinel.longitude, sentinel.latitude)).toEqual(sentinel);
    expect(sentinelByInsee(sentinel.insee)).toEqual(sentinel);
    expect(sentinelInText(`12 rue du Moulin, ${sentinel.name.toUpperCase()}`)).toEqual(sentinel);
  }
  expect(sentinelAt(2.35, 48.85)).toBeNull();
});
