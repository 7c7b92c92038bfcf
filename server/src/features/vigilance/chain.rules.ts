import { createHash } from 'node:crypto';

/** The log of checks and editions: a chain of lines, and a tree of each day (RFC 6962 §2.1), as `docs/verification.md` says. */

/** The hash before the first line. */
export const NOTHING_BEFORE = '0'.repeat(64);

/** Hash of a line and of all that precedes it, hexadecimal. */
export const chained = (before: string, line: string): string =>
  createHash('sha256').update(`${before}\n${line}`).digest('hex');

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);
const leafOf = (hash: string): Buffer => createHash('sha256').update(LEAF).update(Buffer.from(hash, 'hex')).digest();
const nodeOf = (left: Buffer, right: Buffer): Buffer =>
  createHash('sha256').update(NODE).update(left).update(right).digest();

/** The largest power of two below `count`. */
const splitAt = (count: number): number => 2 ** Math.ceil(Math.log2(count) - 1);

function treeOf(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves;
  if (first === undefined) throw new Error('a day without a line has no root');
  if (leaves.length === 1) return first;
  const middle = splitAt(leaves.length);
  return nodeOf(treeOf(leaves.slice(0, middle)), treeOf(leaves.slice(middle)));
}

/** Merkle root of a day, from the hashes of its lines. */
export const rootOf = (hashes: readonly string[]): string => treeOf(hashes.map(leafOf)).toString('hex');

export type Step = { side: 'left' | 'right'; hash: string };

/** The path from a line to the root of its day. */
export function pathTo(hashes: readonly string[], index: number): Step[] {
  const climb = (leaves: readonly Buffer[], at: number): Step[] => {
    if (leaves.length === 1) return [];
    const middle = splitAt(leaves.length);
    const [left, right] = [leaves.slice(0, middle), leaves.slice(middle)];
    return at < middle
      ? [...climb(left, at), { side: 'right', hash: treeOf(right).toString('hex') }]
      : [...climb(right, at - middle), { side: 'left', hash: treeOf(left).toString('hex') }];
  };
  return climb(hashes.map(leafOf), index);
}

/** The root that a path leads to. */
export function climbed(hash: string, path: readonly Step[]): string {
  return path
    .reduce((found, { side, hash: other }) => {
      const beside = Buffer.from(other, 'hex');
      return side === 'left' ? nodeOf(beside, found) : nodeOf(found, beside);
    }, leafOf(hash))
    .toString('hex');
}
