import { expect, it } from 'vitest';
import type { Fact, Facts, Ppr } from '#domain/risks/facts.ts';
import { noiseZone } from '#test/facts.ts';
import { disaster, FLOOD_PLAN, PLACE, square, statementInput, TYPICAL_FACTS } from '#test/statement-input.ts';
import { buildStatementDocument } from './statement-document.ts';

/** A release says `ours`, the live service `theirs`. */
function contradicted<T>(ours: T, theirs: T): Extract<Fact<T>, { state: 'obtained' }> {
  const provenance = {
    ...TYPICAL_FACTS.radon.provenance,
    label: 'Fichier, édition du 2 mars 2026, sha256 3f9a1c20b7de',
  };
  const live = { value: theirs, provenance: { ...provenance, label: 'Géorisques — service' } };
  return { state: 'obtained', value: ours, provenance, contradictedBy: live };
}

const documentOf = (facts: Partial<Facts>) => buildStatementDocument(statementInput({ ...TYPICAL_FACTS, ...facts }));
const wordsOf = (part: unknown): string => JSON.stringify(part).replaceAll(/[\u00A0\u202F]/gu, ' ');
const OTHER = { ...FLOOD_PLAN, gasparId: '25DDT20240009', name: 'PPR du Valdonnez' };

it('a plan that only the live service has is named below the others', () => {
  const { regulatory } = documentOf({ pprn: contradicted([FLOOD_PLAN], [FLOOD_PLAN, OTHER]) });
  expect(wordsOf(regulatory)).toMatch(/Cette réponse est celle de « Fichier, édition du 2 mars 2026 » .*Valdonnez/u);
});

const T = { family: 'pprt', procedure: 'PPRT', gasparId: 'T', name: 'PPRT T', underRevision: false } as const;

it.each<[string, Partial<Ppr>, RegExp, string]>([
  ['a plan in force', {}, /^Plan approuvé le [\d/]+\.$/u, 'non'],
  ['a plan in an unknown state', { status: 'unknown' }, /ne précise pas l’état de ce plan\.$/u, 'ouvert'],
  ['a plan only prescribed', { status: 'prescribed' }, /est situé dans le périmètre du plan/u, 'ouvert'],
  [
    'a plan under revision',
    { underRevision: true },
    /en cours de révision\. Une révision ou une autre prescription est à vérifier : voir la fin du bloc C\.$/u,
    'ouvert',
  ],
])('%s that only the release has: whether a PPRT is prescribed', (...[, more, sentence, box]) => {
  const plan: Ppr = { ...FLOOD_PLAN, ...T, ...more };
  const { regulatory } = documentOf({ pprt: contradicted([plan], []) });
  const [row] = regulatory.blocks.find(({ letter }) => letter === 'C')?.rows ?? [];
  if (row?.kind !== 'question') throw new Error('no question');
  expect(row.sentence.replaceAll(/[\u00A0\u202F]/gu, ' ')).toMatch(sentence);
  expect(row.boxes.find(({ checked }) => checked)?.label ?? 'ouvert').toBe(box);
});

it('a list of decrees that differs says so above it', () => {
  const decrees = [1, 2, 3].map(disaster);
  const document = documentOf({ catnat: contradicted(decrees.slice(1), decrees) });
  expect(wordsOf(document.disasters)).toContain('en donne une autre, à vérifier en mairie');
});

it('a noise zone that the live service grades otherwise says so below it', () => {
  const around = square([PLACE.longitude, PLACE.latitude], 2_000);
  const noise = contradicted([noiseZone('D', around)], [noiseZone('C', around)]);
  const notes = documentOf({ noise }).noise.blocks.map(({ rows }) => rows.filter(({ kind }) => kind === 'note'));
  expect(notes).toHaveLength(1);
  expect(wordsOf(notes)).toMatch(
    /Cette réponse est celle de « Fichier, édition du 2 mars 2026 » ; « Géorisques — service » \(service en ligne, le [\d/]+\) en donne une autre, à vérifier en mairie : L’immeuble est situé dans la zone C/u,
  );
});

it('page 2 sends to the town hall, as the sentence does, not back to one of two sources that differ', () => {
  const seismicZone = contradicted<{ zone: 3 | 4 }>({ zone: 3 }, { zone: 4 });
  const radon = contradicted<{ potential: 1 | 3 }>({ potential: 1 }, { potential: 3 });
  const { next } = documentOf({ seismicZone, radon, pprn: contradicted([FLOOD_PLAN], [FLOOD_PLAN, OTHER]) }).cover;
  const who =
    ' (réponses différentes : « Fichier, édition du 2 mars 2026 » ; « Géorisques — service » (service en ligne, le 20/11/2026))';
  expect(wordsOf(next.find(({ title }) => title === 'Vérifier')?.items)).toBe(
    JSON.stringify([
      `Risques naturels (PPRN) : sur la carte du plan, en mairie ou en préfecture${who}`,
      `Plan prescrit, en préparation : en mairie${who}`,
      `Sismicité : en mairie${who}`,
      `Radon : en mairie${who}`,
    ]),
  );
});

it('on page 1 a « non » that is denied names both answers in one line, and the form has them in full', () => {
  const { cover, regulatory } = documentOf({
    radon: contradicted<{ potential: 1 | 3 }>({ potential: 1 }, { potential: 3 }),
  });
  expect(wordsOf(cover.notObtained)).toMatch(
    /« Fichier, édition du 2 mars 2026 » répond « non », « Géorisques — service » \(service en ligne, le [\d/]+\) répond « oui »/u,
  );
  expect(wordsOf(cover.legend)).toContain('Deux sources se contredisent');
  expect(wordsOf(regulatory)).toMatch(
    /Réponse de l’édition : .* niveau 1 .*Réponse du service en ligne : .* niveau 3/u,
  );
});
