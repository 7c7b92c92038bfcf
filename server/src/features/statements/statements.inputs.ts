import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import type { StatementDocument } from '#domain/statement-document.ts';

/** All that the printer received for an issued statement, kept beside the PDF: the same bytes can be made again. */
export type PrinterInputs = {
  template: 'statement';
  data: StatementDocument;
  /** Maps, facts, logo, and the template's own sources: a later layout does not change what was issued. */
  files: Record<string, Uint8Array>;
};

type Packed = { version: 1; template: 'statement'; data: StatementDocument; files: Record<string, string> };

/** Most of it is pictures, which no level makes smaller. */
const LEVEL = 1;

/** Gzipped JSON, the files in base64; same inputs, same bytes. In a thread of its own: the printer works meanwhile. */
export function packInputs({ template, data, files }: PrinterInputs): Promise<Buffer> {
  const encoded = Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')] as const);
  const packed: Packed = { version: 1, template, data, files: Object.fromEntries(encoded) };
  return promisify(gzip)(JSON.stringify(packed), { level: LEVEL });
}

/** Throws when the bytes are not what `packInputs` wrote. */
export function unpackInputs(bytes: Uint8Array): PrinterInputs {
  const { version, template, data, files } = JSON.parse(gunzipSync(bytes).toString('utf8')) as Packed;
  if (version !== 1) throw new Error(`kept inputs: unknown version ${String(version)}`);
  const decoded = Object.entries(files).map(([name, text]) => [name, Buffer.from(text, 'base64')] as const);
  return { template, data, files: Object.fromEntries(decoded) };
}
