import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import type { StatementDocument } from '#domain/statement-document/statement-document.ts';

/**
 * Everything that the printer received for an issued statement, stored beside the PDF: a reprint gives the same bytes.
 */
export type PrinterInputs = {
  template: 'statement';
  data: StatementDocument;
  /** Maps, facts, logo, and the template's sources: a later layout does not change an issued document. */
  files: Record<string, Uint8Array>;
  /** What the document was written from (`kept-content.rules.ts`), to write it again with answers. */
  content?: Uint8Array;
};

/** Among the files: a former version of the program gives it to a printer that does not read it. */
const CONTENT_FILE = '.content';

type Head = { version: 2; template: 'statement'; data: StatementDocument; files: [name: string, bytes: number][] };
/** Until November 2026: one JSON, the files in base64. */
type Former = { version: 1; template: 'statement'; data: StatementDocument; files: Record<string, string> };

const FASTEST = 1;
const STORED = 0;
/** More than gzip adds to bytes that it cannot compress. */
const CONTAINER_BYTES = 4_096;

/**
 * Gzip: a line of JSON, then the files end to end, texts first. Deterministic. Pictures and PDF, already compressed,
 * are stored as they are. In a separate thread, so that the printer goes on.
 */
export async function packInputs({ template, data, files, content }: PrinterInputs): Promise<Buffer> {
  const { texts = [], others = [] } = Object.groupBy(Object.entries(files), ([, bytes]) =>
    isUtf8(bytes) ? 'texts' : 'others',
  );
  const last: [string, Uint8Array][] = content === undefined ? [] : [[CONTENT_FILE, content]];
  const lengths = [...texts, ...others, ...last].map(([name, bytes]): Head['files'][number] => [name, bytes.length]);
  const head: Head = { version: 2, template, data, files: lengths };
  const [read, kept, rest] = await Promise.all([
    packed([Buffer.from(`${JSON.stringify(head)}\n`), ...texts.map(([, bytes]) => bytes)], FASTEST),
    packed(
      others.map(([, bytes]) => bytes),
      STORED,
    ),
    ...last.map(([, bytes]) => packed([bytes], FASTEST)),
  ]);
  return Buffer.concat([read, kept, ...(rest ? [rest] : [])]);
}

/** In one piece: in pieces of 16 kB, the default, storing half a megabyte takes 7 ms of processor instead of one. */
function packed(parts: Uint8Array[], level: number): Promise<Buffer> {
  const whole = Buffer.concat(parts);
  return promisify(gzip)(whole, { level, chunkSize: whole.length + CONTAINER_BYTES });
}

/** Throws when the bytes are not what `packInputs` wrote. */
export function unpackInputs(bytes: Uint8Array): PrinterInputs {
  const whole = gunzipSync(bytes);
  const end = whole.indexOf('\n');
  // The former format had no line break.
  const head = JSON.parse(whole.toString('utf8', 0, end === -1 ? whole.length : end)) as Head | Former;
  const { template, data } = head;
  if (head.version === 2) {
    const { [CONTENT_FILE]: content, ...files } = cut(whole.subarray(end + 1), head.files);
    return { template, data, files, ...(content && { content }) };
  }
  if (head.version !== 1) throw new Error(`stored inputs: unknown version ${String((head as Head).version)}`);
  const decoded = Object.entries(head.files).map(([name, text]) => [name, Buffer.from(text, 'base64')] as const);
  return { template, data, files: Object.fromEntries(decoded) };
}

function cut(bytes: Buffer, files: Head['files']): Record<string, Uint8Array> {
  let from = 0;
  const parts = files.map(([name, length]) => [name, bytes.subarray(from, (from += length))] as const);
  if (from !== bytes.length) throw new Error(`stored inputs: ${bytes.length} bytes of files instead of ${from}`);
  return Object.fromEntries(parts);
}
