import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { DatasetRefusal } from '../refusal.ts';
import { ARCHIVE_LIMITS, gunzip, unzip } from './zip.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clairisque-zip-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const TABLE = Buffer.from('code;nom\n48095;Mende\n');

async function zipOf(...entries: [name: string, content: Buffer][]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of entries) zip.addBuffer(content, name);
  zip.end();
  return buffer(zip.outputStream);
}

/** Both names have the same length, so that the archive's own offsets stay true. */
const renamed = (zip: Buffer, name: string, as: string): Buffer =>
  Buffer.from(zip.toString('latin1').replaceAll(name, as), 'latin1');

/** Adds to a field of each entry of the central directory. */
function patched(zip: Buffer, at: number, change: (value: number) => number): Buffer {
  const bytes = Buffer.from(zip);
  for (let i = 0; (i = bytes.indexOf('PK\u0001\u0002', i)) >= 0; i += 4) {
    bytes.writeUInt32LE(change(bytes.readUInt32LE(i + at)), i + at);
  }
  return bytes;
}
const FLAGS = 6;
const REAL_BYTES = 24;

async function extracted(bytes: Buffer, limits = ARCHIVE_LIMITS): Promise<string> {
  const path = join(folder, 'a.zip');
  await writeFile(path, bytes);
  await unzip({ path, folder: join(folder, 'out'), limits });
  return readFile(join(folder, 'out/x/table.csv'), 'utf8');
}

it('an archive gives its files', async () => {
  expect(await extracted(await zipOf(['x/table.csv', TABLE]))).toBe(TABLE.toString());
});

const UNREADABLE = 'cette archive ZIP est tronquée ou illisible.';
const TOO_LARGE = 'cette archive a trop de fichiers, ou des fichiers trop grands.';
const zeros = Buffer.alloc(12_000_000);

it.each<[string, () => Promise<Buffer>, string]>([
  [
    'a name that leaves the folder',
    async () => renamed(await zipOf(['xx/yy/t.csv', TABLE]), 'xx/yy/', '../../'),
    UNREADABLE,
  ],
  ['an absolute name', async () => renamed(await zipOf(['x/table.csv', TABLE]), 'x/table', '/tmp/ta'), UNREADABLE],
  ['a name twice', () => zipOf(['x/table.csv', TABLE], ['X/Table.csv', TABLE]), '« X/Table.csv » y figure deux fois.'],
  [
    'an archive within',
    () => zipOf(['x/b.zip', TABLE]),
    '« x/b.zip » est une archive dans l’archive, à extraire avant l’import.',
  ],
  [
    'a password',
    async () => patched(await zipOf(['x/table.csv', TABLE]), FLAGS + 2, (value) => value | 1),
    'cette archive est protégée par un mot de passe.',
  ],
  [
    'fewer bytes declared than it has',
    async () => patched(await zipOf(['x/table.csv', TABLE]), REAL_BYTES, () => 1),
    UNREADABLE,
  ],
  [
    'more bytes declared than it has',
    async () => patched(await zipOf(['x/table.csv', TABLE]), REAL_BYTES, () => 1e9),
    UNREADABLE,
  ],
  ['a bomb of zeros', () => zipOf(['x/table.csv', zeros]), TOO_LARGE],
])('%s → one sentence', async (...[, bytes, sentence]) => {
  await expect(extracted(await bytes())).rejects.toThrow(new DatasetRefusal(`a.zip : ${sentence}`));
  expect((await readdir(folder)).toSorted().filter((name) => name !== 'out')).toEqual(['a.zip']);
});

it('more files, or more bytes in all, than the limits → one sentence', async () => {
  const two = await zipOf(['x/table.csv', TABLE], ['x/b.csv', TABLE]);
  const refusal = new DatasetRefusal(`a.zip : ${TOO_LARGE}`);
  await expect(extracted(two, { ...ARCHIVE_LIMITS, entries: 1 })).rejects.toThrow(refusal);
  await rm(join(folder, 'out'), { recursive: true, force: true });
  await expect(extracted(two, { ...ARCHIVE_LIMITS, bytes: TABLE.length + 1 })).rejects.toThrow(refusal);
});

it('a gzip has the same limits', async () => {
  const path = join(folder, 'table.csv.gz');
  await writeFile(path, gzipSync(TABLE));
  expect(await readFile(await gunzip({ path, folder }), 'utf8')).toBe(TABLE.toString());
  await writeFile(path, gzipSync(zeros));
  await expect(gunzip({ path, folder })).rejects.toThrow(new DatasetRefusal(`table.csv.gz : ${TOO_LARGE}`));
});
