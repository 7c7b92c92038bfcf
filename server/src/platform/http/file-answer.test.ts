import { globSync, readFileSync } from 'node:fs';
import { validateHeaderValue } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileName, legible, statementFileName } from '@clairisque/contract/common/file-name.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../tests/harness/property-runs.ts';
import { zipOf } from '#platform/files/zip.ts';
import { unzip } from '#test/zip-reader.ts';
import { namedFile } from './file-answer.ts';

/** Any sequence of UTF-16 units, with lone surrogates; whole code points; long runs of one character. */
const anyText = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 }).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .tuple(
      fc.string({ unit: 'grapheme', maxLength: 3 }),
      fc.constantFrom('🏠', 'é', 'a', '漢', '👩‍👩‍👧', '\ud83c', '\u202e', '/', '"'),
    )
    .map(([start, one]) => start + one.repeat(150)),
);
const RUNS = propertyRuns(2_000);

/** `quoted-string` and `ext-value` of RFC 6266 and RFC 8187, ASCII only. */
const PARAMETERS =
  /^filename="[\w .,-]*"(?:; filename\*=UTF-8''(?<encoded>(?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})+))?$/;

function readName(parameters: string): string {
  const encoded = PARAMETERS.exec(parameters)?.groups?.encoded;
  return encoded === undefined ? parameters.slice('filename="'.length, -1) : decodeURIComponent(encoded);
}

describe('any Unicode in', () => {
  it('a name of at most 200 bytes, whole characters, valid on every file system', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), (adresse, id) => {
        const name = statementFileName({ id, adresse, mark: ' - édition remplacée' });
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
        expect(name.isWellFormed()).toBe(true);
        expect(name).not.toMatch(/[\\/:*?"<>|\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
        expect(name.startsWith(`ERP ${id}`) && name.endsWith(' - édition remplacée.pdf')).toBe(true);
      }),
      RUNS,
    );
  });

  it('a valid header from which any name is read back, without its folders', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const parameters = namedFile(name);
        expect(parameters).toMatch(PARAMETERS);
        validateHeaderValue('content-disposition', `attachment; ${parameters}`);
        expect(readName(parameters)).toBe(legible(name));
        expect(readName(parameters)).not.toMatch(/[/\\]/);
      }),
      RUNS,
    );
  });

  it('a valid archive, each file under its name', async () => {
    const bytes = Buffer.from('%PDF-1.7');
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 5 }), async (texts) => {
        const names = texts.map((adresse, id) => `États des risques/${statementFileName({ id, adresse })}`);
        const { stream, length } = await zipOf(names.map((name) => ({ name, bytes, mtime: new Date(0) })));
        const zip = await buffer(stream);
        expect(zip).toHaveLength(length);
        expect([...unzip(zip).keys()]).toEqual(names);
      }),
      propertyRuns(200),
    );
  });
});

it.each([
  ['4 Rue des Lilas', 'ERP 1 4 Rue des Lilas.pdf'],
  ['../12/14 Allée\\2A "bis"', 'ERP 1 .. 12 14 Allée 2A bis.pdf'],
  [' \0\u202e\ud83c ', 'ERP 1.pdf'],
  ['🏠'.repeat(60), `ERP 1 ${'🏠'.repeat(47)}.pdf`],
])('%j → %s', (free, name) => {
  expect(fileName({ before: 'ERP 1', free, after: '.pdf' })).toBe(name);
});

it('no other module writes Content-Disposition', () => {
  const root = join(import.meta.dirname, '../..');
  const naming = globSync('**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .filter((path) => /content-disposition/i.test(readFileSync(join(root, path), 'utf8')));
  // The second one marks JSON as an attachment, under a constant name.
  expect(naming.toSorted()).toEqual(['platform/http/file-answer.ts', 'platform/http/security-headers.ts']);
});
