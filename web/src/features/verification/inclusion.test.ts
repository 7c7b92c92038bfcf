import { createHash } from 'node:crypto';
import type { Inclusion } from '@clairisque/contract/vigilance.ts';
import { expect, it } from 'vitest';
import { checkLine, readRoots, stateOfLog, type DayRoot } from './inclusion.ts';

const sha = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const SHA256 = 'a'.repeat(64);
const DAY = '2027-03-12';
const FIRST = 11;
const referenceAt = (index: number): string => `ERP-2026-${String(index).padStart(6, '0')}`;
const aboutAt = (index: number) => ({ reference: referenceAt(index), sha256: SHA256 });

/** RFC 6962 §2.1, from its definition: the root of some leaves, and the path of one of them. */
function treeOf(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0]!;
  const middle = leaves.findLastIndex((_, index) => Number.isInteger(Math.log2(index)));
  return sha(Buffer.of(1), treeOf(leaves.slice(0, middle)), treeOf(leaves.slice(middle)));
}

function pathOf(leaves: readonly Buffer[], at: number): NonNullable<Inclusion['preuve']>['chemin'] {
  if (leaves.length === 1) return [];
  const middle = leaves.findLastIndex((_, index) => Number.isInteger(Math.log2(index)));
  const [left, right] = [leaves.slice(0, middle), leaves.slice(middle)];
  return at < middle
    ? [...pathOf(left, at), { cote: 'droite', empreinte: treeOf(right).toString('hex') }]
    : [...pathOf(right, at - middle), { cote: 'gauche', empreinte: treeOf(left).toString('hex') }];
}

/** A day of that many lines, and the proof of each. */
function dayOf(count: number): { proofs: Inclusion[]; roots: DayRoot[] } {
  let before = 'b'.repeat(64);
  const lines = Array.from({ length: count }, (_, index) => {
    const ligne = `edition ${referenceAt(index)} sha256:${SHA256} ${DAY}T09:14:07Z`;
    const [precedente, empreinte] = [before, sha(`${before}\n${ligne}`).toString('hex')];
    before = empreinte;
    return { ligne, precedente, empreinte };
  });
  const leaves = lines.map(({ empreinte }) => sha(Buffer.of(0), Buffer.from(empreinte, 'hex')));
  const racine = treeOf(leaves).toString('hex');
  const dernier_rang = FIRST + count - 1;
  const proofs = lines.map((line, index) => ({
    ...line,
    rang: FIRST + index,
    jour: DAY,
    preuve: { racine, premier_rang: FIRST, dernier_rang, chemin: pathOf(leaves, index) },
  }));
  return {
    proofs,
    roots: readRoots(`2027-03-11 1-10 ${'c'.repeat(64)}\n${DAY} ${FIRST}-${dernier_rang} ${racine}\n`)!,
  };
}

it.each([1, 2, 3, 5, 8, 13])('each of the %i lines of a day → included', async (count) => {
  const { proofs, roots } = dayOf(count);
  for (const [index, proof] of proofs.entries()) {
    expect(await checkLine(aboutAt(index), proof, roots)).toBe('included');
  }
});

const { proofs, roots } = dayOf(7);
const [ASKED, OTHER] = [proofs[2]!, proofs[5]!];
const PATH = ASKED.preuve!;
const rootsWith = (changes: Partial<DayRoot>): DayRoot[] =>
  roots.map((one) => (one.day === DAY ? { ...one, ...changes } : one));
const flipped = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);

it.each<[string, Inclusion, DayRoot[]?]>([
  ['a letter of the line', { ...ASKED, ligne: ASKED.ligne.replace(':07Z', ':08Z') }],
  ['its hash', { ...ASKED, empreinte: flipped(ASKED.empreinte) }],
  ['the hash before', { ...ASKED, precedente: flipped(ASKED.precedente) }],
  ['the line of another document', OTHER],
  ['the line of another document under its hashes', { ...ASKED, ligne: OTHER.ligne }],
  ['its rank', { ...ASKED, rang: ASKED.rang + 1 }],
  ['a rank of another day', { ...ASKED, rang: FIRST - 1 }],
  ['the path of another line', { ...ASKED, preuve: OTHER.preuve }],
  ['the order of the path', { ...ASKED, preuve: { ...PATH, chemin: PATH.chemin.toReversed() } }],
  ['a side', { ...ASKED, preuve: { ...PATH, chemin: PATH.chemin.map((step) => ({ ...step, cote: 'gauche' })) } }],
  ['a step less', { ...ASKED, preuve: { ...PATH, chemin: PATH.chemin.slice(1) } }],
  [
    'a hash of the path',
    {
      ...ASKED,
      preuve: { ...PATH, chemin: PATH.chemin.map((step) => ({ ...step, empreinte: flipped(step.empreinte) })) },
    },
  ],
  ['its day', { ...ASKED, jour: '2027-03-11' }],
  ['a day without a root', { ...ASKED, jour: '2027-03-13' }],
  ['the root of the proof', { ...ASKED, preuve: { ...PATH, racine: flipped(PATH.racine) } }],
  ['the published root', ASKED, rootsWith({ root: flipped(PATH.racine) })],
  ['both roots', { ...ASKED, preuve: { ...PATH, racine: 'd'.repeat(64) } }, rootsWith({ root: 'd'.repeat(64) })],
  ['the ranks of the published day', ASKED, rootsWith({ last: PATH.dernier_rang + 1 })],
  ['a day published twice', ASKED, [...roots, ...roots]],
  ['no published root', ASKED, []],
])('altered: %s → wrong', async (_, proof, published = roots) => {
  expect(await checkLine(aboutAt(2), proof, published)).toBe('wrong');
});

it('another file under that reference → wrong', async () => {
  expect(await checkLine({ ...aboutAt(2), sha256: 'e'.repeat(64) }, ASKED, roots)).toBe('wrong');
});

it('a day that has not ended → pending; altered then too → wrong', async () => {
  const open = { ...ASKED, jour: '2027-03-13', preuve: null };
  expect(await checkLine(aboutAt(2), open, roots)).toBe('pending');
  expect(await checkLine(aboutAt(2), { ...open, precedente: flipped(open.precedente) }, roots)).toBe('wrong');
});

it.each([
  [`confirmed REF sha256:${SHA256} of ERP-2026-000122 sha256:${'f'.repeat(64)}`, 'pending'],
  [`changed REF of ERP-2026-000122 sha256:${'f'.repeat(64)}`, 'pending'],
  [`incomplete REF sha256:${SHA256} without radon,ppr`, 'pending'],
  [`confirmed ERP-2026-000123-V1 sha256:${SHA256} of REF sha256:${SHA256}`, 'wrong'],
  [`erased REF sha256:${SHA256}`, 'wrong'],
  [`edition REF sha256:${SHA256} ${DAY}T05:00:04Z\nedition REF sha256:${SHA256}`, 'wrong'],
  ['', 'wrong'],
])('a line « %s » → %s', async (words, state) => {
  const about = aboutAt(2);
  const ligne = `${words.replaceAll('REF', about.reference)} ${DAY}T05:00:04Z`;
  const precedente = '0'.repeat(64);
  const empreinte = sha(`${precedente}\n${ligne}`).toString('hex');
  expect(await checkLine(about, { rang: 1, jour: DAY, ligne, precedente, empreinte, preuve: null }, [])).toBe(state);
});

it('the file of roots: empty, whole, a page or a cut line in its place', () => {
  expect(readRoots('')).toEqual([]);
  expect(readRoots(`2027-03-12 11-17 ${SHA256}\n`)).toEqual([{ day: DAY, first: 11, last: 17, root: SHA256 }]);
  for (const text of [
    '<!doctype html>',
    `2027-03-12 11-17 ${SHA256.slice(1)}`,
    `12/03/2027 11-17 ${SHA256}`,
    `${DAY} 11 ${SHA256}`,
  ])
    expect(readRoots(text)).toBeNull();
});

it('what the lines say together: one that is wrong is enough; none → missing only where one was due', () => {
  const of = (inclusion: Inclusion, state: 'included' | 'pending' | 'wrong') => ({ inclusion, state });
  const incomplete = { ...OTHER, ligne: 'incomplete ERP-2026-000123' };
  expect(stateOfLog([of(ASKED, 'included'), of(incomplete, 'pending')], DAY, roots)).toBe('included');
  expect(stateOfLog([of(ASKED, 'included'), of(incomplete, 'wrong')], DAY, roots)).toBe('wrong');
  expect(stateOfLog([of(incomplete, 'included')], DAY, roots)).toBe('missing');
  expect(stateOfLog([], DAY, roots)).toBe('missing');
  // Before the log began, on its first day, since its last root, and without any root.
  for (const since of ['2027-03-10', '2027-03-11', '2027-03-13']) expect(stateOfLog([], since, roots)).toBe('absent');
  expect(stateOfLog([], DAY, [])).toBe('absent');
});
