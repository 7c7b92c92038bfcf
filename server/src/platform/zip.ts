import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of an archive: at hand, or read when its turn comes. */
export type ZippedFile = { name: string; mtime: Date } & (
  | { bytes: Buffer }
  /** `size` in bytes; what `read` gives must have it. */
  | { size: number; read: () => Promise<Buffer> }
);

/**
 * A ZIP whose length in bytes is known before its first byte: nothing is compressed, since PDFs and images are already. One
 * file is in memory at a time, read once the client took the former. A file that fails breaks the stream, which the
 * browser then reports as a failed download.
 */
export async function zipOf(files: readonly ZippedFile[]): Promise<{ stream: Readable; length: number }> {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  zip.on('error', (error: Error) => stream.destroy(error));
  for (const file of files) addFile(zip, file);
  const length = await new Promise<number>((resolve) => {
    // yazl takes 64 kB for the limit of 4 GB when it foretells the length of the directory: beyond the smallest archives the
    // long format is asked for, so that what it foretells is what it writes. Its types forget what the callback is given.
    zip.end({ forceZip64Format: files.length > SMALL, comment: '' }, (...[foretold = 0]: number[]) =>
      resolve(foretold),
    );
  });
  return { stream, length };
}

/** Their directory stays below 64 kB, with names of 500 bytes. */
const SMALL = 100;

function addFile(zip: ZipFile, file: ZippedFile): void {
  const options = { compress: false, mtime: file.mtime };
  if ('bytes' in file) return zip.addBuffer(file.bytes, file.name, options);
  zip.addReadStreamLazy(file.name, { ...options, size: file.size }, (give) => {
    file.read().then(
      (bytes) => give(null, giveAway(bytes)),
      (error: unknown) => zip.emit('error', error),
    );
  });
}

/** Keeps nothing of what it gave: the archive may hold on to its streams until its end, thousands of files later. */
function giveAway(bytes: Buffer): Readable {
  let left: Buffer | null = bytes;
  return new Readable({
    read() {
      const given = left;
      left = null;
      this.push(given);
    },
  });
}
