import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Pool } from 'pg';

/** Path of each stored file, by its key. */
export type Stored = ReadonlyMap<string, string>;

/** In the folder of one machine. */
export const storedIn = (filesDir: string): Stored => pathsByKey(filesDir, globSync('*/**/*.*', { cwd: filesDir }));

/** In the folder of an S3 server, whose first level is the bucket (`server/test/s3.ts`). */
export function storedInBucket(storeDir: string): Stored {
  const suffix = '._S3rver_object';
  const stored = pathsByKey(storeDir, globSync(`*/**/*${suffix}`, { cwd: storeDir }));
  return new Map([...stored].map(([path, where]) => [path.slice(path.indexOf('/') + 1, -suffix.length), where]));
}

const pathsByKey = (folder: string, paths: string[]): Stored =>
  new Map(paths.map((path) => [path.replaceAll('\\', '/'), join(folder, path)]));

type NamedFile = { key: string; sha256: string | null };

/** Every file that a row names, with its SHA-256 where the row has it. */
export async function namedFiles(pool: Pool): Promise<NamedFile[]> {
  const { rows } = await pool.query<NamedFile>(`
    select file_key as key, file_sha256 as sha256 from statement_edition
    union all select file_key, file_sha256 from edition_short_file
    union all select inputs_key, null from statement_edition where inputs_key is not null
    union all select answers_key, null from statement_edition where answers_key is not null
    union all select file_key, file_sha256 from invoice where file_key is not null
    union all select file_key, file_sha256 from handover_receipt where file_key is not null
    union all select file_key, sha256 from account_logo`);
  return rows;
}

/** Files that are missing, named twice, or different from their hash, in words. */
export async function badFiles(pool: Pool, stored: Stored): Promise<string[]> {
  const seen = new Set<string>();
  return (await namedFiles(pool)).flatMap(({ key, sha256 }) => {
    if (seen.has(key)) return [`${key} is named twice`];
    seen.add(key);
    const path = stored.get(key);
    if (path === undefined) return [`${key} is not there`];
    return isWhole(readFileSync(path), sha256) ? [] : [`${key} has other bytes`];
  });
}

/** Without a SHA-256 in the row, the compressed file's own checksum decides. */
function isWhole(bytes: Buffer, sha256: string | null): boolean {
  if (sha256 !== null) return createHash('sha256').update(bytes).digest('hex') === sha256;
  try {
    gunzipSync(bytes);
    return true;
  } catch {
    return false;
  }
}
