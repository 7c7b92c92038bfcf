import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import yauzl, { type Entry } from 'yauzl';
import { DatasetRefusal } from '../refusal.ts';

/** Limits of an archive: national layers take 2 GB, and compress to a fifth at least. */
export const ARCHIVE_LIMITS = { entries: 10_000, bytes: 20_000_000_000, ratio: 200 };
type ArchiveLimits = typeof ARCHIVE_LIMITS;

/** A small archive may have any ratio: a table of zeros. */
const SMALL_BYTES = 10_000_000;

/** An archive to extract into a folder. */
type Archive = { path: string; folder: string; limits?: ArchiveLimits };

/** Extracts a ZIP, one entry at a time. @throws DatasetRefusal for a truncated or unsafe archive */
export async function unzip({ path, folder, limits = ARCHIVE_LIMITS }: Archive): Promise<void> {
  const name = basename(path);
  await refusing(`${name} : cette archive ZIP est tronquée ou illisible.`, async () => {
    const zip = await yauzl.openPromise(path, { lazyEntries: true });
    const budget = budgetOf(name, (await stat(path)).size, limits);
    if (zip.entryCount > limits.entries) throw tooLarge(name);
    const names = new Set<string>();
    for await (const entry of zip.eachEntry()) {
      requireSafe(name, entry, names);
      if (entry.fileName.endsWith('/')) continue;
      const target = join(folder, entry.fileName);
      await mkdir(dirname(target), { recursive: true });
      await pipeline(
        await zip.openReadStreamPromise(entry),
        budget.counter(),
        createWriteStream(target, { flags: 'wx' }),
      );
    }
  });
}

/** Extracts a gzip, which holds one file; its path. @throws DatasetRefusal as `unzip` */
export async function gunzip({ path, folder, limits = ARCHIVE_LIMITS }: Archive): Promise<string> {
  const name = basename(path);
  const target = join(folder, name.replace(/\.gz$/i, ''));
  const budget = budgetOf(name, (await stat(path)).size, limits);
  await refusing(`${name} : cette archive est tronquée ou illisible.`, () =>
    pipeline(createReadStream(path), createGunzip(), budget.counter(), createWriteStream(target)),
  );
  return target;
}

async function refusing(sentence: string, extract: () => Promise<void>): Promise<void> {
  try {
    await extract();
  } catch (error) {
    if (error instanceof DatasetRefusal || (error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
    throw new DatasetRefusal(sentence, { cause: error });
  }
}

const tooLarge = (name: string): DatasetRefusal =>
  new DatasetRefusal(`${name} : cette archive a trop de fichiers, ou des fichiers trop grands.`);

/** Counts what is really extracted, whatever the archive declares. */
function budgetOf(name: string, packedBytes: number, { bytes, ratio }: ArchiveLimits) {
  const most = Math.min(bytes, Math.max(SMALL_BYTES, packedBytes * ratio));
  let extracted = 0;
  const counter = (): Transform =>
    new Transform({
      transform(part: Buffer, _, done) {
        extracted += part.length;
        if (extracted > most) done(tooLarge(name));
        else done(null, part);
      },
    });
  return { counter };
}

/** @throws DatasetRefusal for an entry that cannot be read safely: yauzl refuses names that leave the folder */
function requireSafe(name: string, entry: Entry, names: Set<string>): void {
  const { fileName } = entry;
  const refused = (why: string): DatasetRefusal => new DatasetRefusal(`${name} : ${why}`);
  if (entry.isEncrypted()) throw refused('cette archive est protégée par un mot de passe.');
  if (/\.(?:zip|gz|7z|rar|tar|tgz)$/i.test(fileName)) {
    throw refused(`« ${fileName} » est une archive dans l’archive, à extraire avant l’import.`);
  }
  // Two names that some systems take for one.
  const plain = fileName.toLowerCase().normalize('NFC');
  if (names.has(plain)) throw refused(`« ${fileName} » y figure deux fois.`);
  names.add(plain);
}
