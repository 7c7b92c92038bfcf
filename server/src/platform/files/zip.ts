import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of an archive: in memory, or read in its turn. */
export type ZippedFile = { name: string; mtime: Date } & (
  | { bytes: Buffer }
  /** `size` in bytes; `read` must return as many. */
  | { size: number; read: () => Promise<Buffer> }
);

/**
 * A ZIP of known length: stored without compression, since PDFs and images are compressed already. One file is in
 * memory at a time, read once the client has received the former. A failing file breaks the stream, which the browser
 * reports as a failed download.
 */
export async function zipOf(files: readonly ZippedFile[]): Promise<{ stream: Readable; length: number }> {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  zip.on('error', (error: Error) => stream.destroy(error));
  for (const file of files) addFile(zip, file);
  const length = await new Promise<number>((resolve) => {
    // yazl uses 64 kB instead of 4 GB as the limit when it predicts the directory's length: above the smallest
    // archives, force the ZIP64 format, so that the prediction is right. Its types omit the callback's argument.
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

/** Releases what it returned: the archive may keep its streams until its end, thousands of files later. */
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
