import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { supplierDeps } from '#test/supplier-deps.ts';
import { startLocalServer, type LocalAnswer, type LocalServer } from '#tools/local-server.ts';
import { createFiches, givenFiches, keepFiche } from './fiches.ts';
import { createFolderFiles } from './files.ts';

const OWN = Buffer.from('%PDF-1.7\nof the site\n%%EOF\n');
const GIVEN = Buffer.from('%PDF-1.7\nof the operator\n%%EOF\n');
const SITE = 'https://www.georisques.gouv.fr';

let folder: string;
let server: LocalServer;
let answer: LocalAnswer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clairisque-fiches-'));
  answer = { body: OWN, contentType: 'application/pdf' };
  server = await startLocalServer(() => answer);
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const files = () => createFolderFiles({ folder, uniqueName: () => 'one' });
const fiches = (paths = {}) => createFiches({ baseUrl: server.baseUrl, paths, files: files(), ...supplierDeps() });
const asked = (): string[] => server.requests.map(({ url }) => url.pathname);
const textOf = (found: Awaited<ReturnType<ReturnType<typeof fiches>['find']>>): string | undefined =>
  found?.pdf.bytes.toString();

it('the URL of the supplier’s response, on the State’s site → fetched, dated, with its hash', async () => {
  const found = await fiches().find({ subject: 'debroussaillement', sheetUrl: `${SITE}/sites/default/files/old.pdf` });
  expect(textOf(found)).toBe(OWN.toString());
  expect(found?.pdf).toMatchObject({ sha256: expect.stringMatching(/^[\da-f]{64}$/u), obtainedAt: expect.any(String) });
  expect(asked()).toEqual(['/sites/default/files/old.pdf']);
});

it.each([
  'https://exemple.test/old.pdf',
  'https://www.georisques.gouv.fr.exemple.test/old.pdf',
  'https://www.georisques.gouv.fr@exemple.test/old.pdf',
  'http://127.0.0.1/old.pdf',
  'https://www.georisques.gouv.fr/page',
])('%s → no request', async (sheetUrl) => {
  expect(await fiches().find({ subject: 'debroussaillement', sheetUrl })).toBeNull();
  expect(asked()).toEqual([]);
});

it('no source, none given → none; given by the operator → that one, with its date', async () => {
  const at = new Date('2026-11-02T10:00:00Z');
  expect(await fiches().find({ subject: 'radon', sheetUrl: null })).toBeNull();
  await keepFiche(files(), 'radon', { bytes: GIVEN, at });
  const found = await fiches().find({ subject: 'radon', sheetUrl: null });
  expect(textOf(found)).toBe(GIVEN.toString());
  expect(found?.pdf.obtainedAt).toBe(at.toISOString());
  expect(Object.keys(await givenFiches(files()))).toEqual(['radon']);
});

it('a site that returns a page, or nothing → the operator’s', async () => {
  await keepFiche(files(), 'sismique', { bytes: GIVEN, at: new Date() });
  const known = fiches({ sismique: '/fiches/sismique.pdf' });
  answer = { body: '<html>Maintenance', contentType: 'text/html' };
  expect(textOf(await known.find({ subject: 'sismique', sheetUrl: null }))).toBe(GIVEN.toString());
  answer = { status: 404, body: 'pas ici' };
  expect(textOf(await known.find({ subject: 'sismique', sheetUrl: null }))).toBe(GIVEN.toString());
});

it('a truncated or other file → not stored', async () => {
  await expect(keepFiche(files(), 'radon', { bytes: Buffer.from('%PDF-1.7 cut'), at: new Date() })).rejects.toThrow(
    'not a whole PDF',
  );
  expect(await givenFiches(files())).toEqual({});
});
