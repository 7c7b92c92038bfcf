import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** Every synthetic release has this date. */
export const PUBLISHED_ON = '2026-03-02';

export function* range<T>(count: number, make: (number: number) => T): Generator<T> {
  for (let number = 0; number < count; number += 1) yield make(number);
}

/** Written by blocks of a megabyte. */
export async function writeTable(path: string, lines: Iterable<string>): Promise<void> {
  const file = createWriteStream(path);
  let block = '';
  for (const line of lines) {
    block += `${line}\n`;
    if (block.length < 1_000_000) continue;
    if (!file.write(block)) await once(file, 'drain');
    block = '';
  }
  file.end(block);
  await once(file, 'close');
}
