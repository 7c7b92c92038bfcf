import { describe, expect, it } from 'vitest';
import { horizonIn, isCoastlineRetreatMap } from './coastline-retreat-words.ts';

/**
 * Labels and TXT of `info-surf` as communes publish them; null is « horizon à vérifier », `undefined` is another kind
 * of map.
 */
describe('the words of a carte de préfiguration', () => {
  it.each<[libelle: string | null, txt: string | null, horizon: '0-30' | '30-100' | null | undefined]>([
    ['Zone exposée au recul du trait de côte à l’horizon 30 ans', 'pre-ZERTC', '0-30'],
    ["Zone exposée au recul du trait de côte à l'horizon 100 ans", 'pre-ZERTC', '30-100'],
    ['Recul du trait de côte, horizon 2050', 'pre-ZERTC', null],
    ['Recul du trait de côte, horizon 2100', null, null],
    ['Exposition au recul du trait de côte de trente ans', 'pre-ZERTC', '0-30'],
    ['Exposition au recul du trait de côte, de trente à cent ans', null, '30-100'],
    ['Zone exposee au recul du trait de cote a l horizon 30 ans', null, '0-30'],
    ['ZONE EXPOSÉE AU RECUL DU TRAIT DE CÔTE ENTRE 30 ET 100 ANS', null, '30-100'],
    ['pre-ZERTC 30 ans', null, '0-30'],
    ['RTC 0-30 ans', null, '0-30'],
    ['RTC 30–100 ans', null, '30-100'],
    ['Zone littorale', 'PRE_ZERTC', null],
    ['Zone littorale', 'pré-ZERTC100', '30-100'],
    ['Carte de préfiguration du recul du trait de côte', null, null],
    ['Carte de préfiguration du recul du trait de côte, 30 ans et 100 ans', null, null],
    [null, 'pre-ZERTC', null],
    // Code 99-00 has other uses, and the coast other maps.
    ['Point d’eau incendie, débit 30 m3/h', null, undefined],
    ['Défense extérieure contre l’incendie', 'DECI', undefined],
    ['Trait de côte de 1950', null, undefined],
    ['Étude du recul du trait de côte (BRGM)', null, undefined],
    ['Bande des cent mètres', null, undefined],
    [null, null, undefined],
  ])('« %s », TXT « %s » → %s', (libelle, txt, horizon) => {
    const read = isCoastlineRetreatMap({ libelle, txt }) ? horizonIn(`${libelle ?? ''} ${txt ?? ''}`) : undefined;
    expect(read).toBe(horizon);
  });
});
