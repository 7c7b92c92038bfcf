import { ReadableDocument } from '@clairisque/contract/common/printed-document.ts';
import { readOutcome } from '@clairisque/contract/documents.ts';
import { StatementFacts } from '@clairisque/contract/common/facts.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, createAccount, sharedApp, type TestAccount } from '#test/app.ts';
import { insertIssued } from '#test/issued.ts';
import { issueAt } from '#test/wizard.ts';
import { send, withToken } from '#test/raw-request.ts';
import { unpackInputs } from './printer-inputs.rules.ts';

const app = sharedApp();
let owner: TestAccount;
let id: number;
beforeAll(async () => {
  owner = await createAccount(app, 1);
  id = await issueAt(app, owner);
});

const read = (path: string, { token } = owner) => send(app, ['GET', path], { headers: withToken(token) });

describe('GET erp/{id}/facts', () => {
  it('returns the bytes attached to the PDF, valid against the published schema', async () => {
    const { status, text, headers, json } = await read(`/api/v2/erp/${id}/facts/`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json');
    expect(StatementFacts.parse(json)).toEqual(json);

    const { inputs_key: key } = await app.deps.db
      .selectFrom('statement_edition')
      .select('inputs_key')
      .where('statement_id', '=', id)
      .executeTakeFirstOrThrow();
    const { data, files } = unpackInputs(await app.deps.files.read(key ?? ''));
    const attached = files['etat-des-risques.json'] ?? new Uint8Array();
    expect(text).toBe(Buffer.from(attached).toString('utf8'));
    expect(data.attachments.map(({ file }) => file)).toContain('etat-des-risques.json');
    expect((await read(`/api/v2/erp/${id}/facts/?edition=1`)).text).toBe(text);
  });

  it('is described in the OpenAPI document', async () => {
    const { body } = await call(app, ['GET', '/api/docs/json']);
    expect(JSON.stringify(body)).toContain('clairisque/etat-des-risques');
  });
});

describe('GET erp/{id}/document', () => {
  it('returns the content of the PDF, with its maps as JPEG', async () => {
    const { status, json } = await read(`/api/v2/erp/${id}/document/`);
    expect(status).toBe(200);
    const { document, pictures } = ReadableDocument.parse(json);
    expect(document.cover.address).toMatch(/^Parcelle .*, Goussainville$/);
    expect(document.cover.declared?.text).toContain('4 Rue des Lilas');
    expect(document.maps.length).toBeGreaterThan(1);
    for (const { file } of document.maps) {
      expect(Buffer.from(pictures[file] ?? '', 'base64').subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    }
  });
});

describe('GET erp/{id}/suite, erp/{id}/pieces', () => {
  it('returns the verdict, the remaining tasks and the official files, each as attached to the PDF', async () => {
    const buyer = await createAccount(app, 1);
    const saintMalo = await issueAt(app, buyer, { longitude: -2.0075, latitude: 48.6493 });
    const { status, json } = await read(`/api/v2/erp/${saintMalo}/suite/`, buyer);
    expect(status).toBe(200);
    const { verdict, a_faire, pieces } = readOutcome.schema.response[200].parse(json);
    expect(verdict).toMatchObject({ titre: expect.stringMatching(/^Votre bien est concerné par/), etat: 'concerned' });
    expect(a_faire.map(({ titre }) => titre).length).toBeGreaterThan(1);
    expect(pieces.map(({ titre }) => titre)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Carte réglementaire — /),
        expect.stringMatching(/^Règlement — /),
      ]),
    );
    for (const { fichier, octets } of pieces) {
      const path = `${app.url}/api/v2/erp/${saintMalo}/pieces/${fichier}/`;
      const file = await fetch(path, { headers: withToken(buyer.token) });
      expect(file.headers.get('content-type')).toBe('application/pdf');
      expect(file.headers.get('content-disposition')).toContain(fichier);
      const bytes = await file.bytes();
      expect(bytes).toHaveLength(octets);
      expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-');
      expect((await read(`/api/v2/erp/${saintMalo}/pieces/${fichier}/`)).status).toBe(404);
    }
    expect((await read(`/api/v2/erp/${saintMalo}/pieces/carte.jpg/`, buyer)).status).toBe(404);
  });
});

describe.each(['facts', 'document', 'suite'])('GET erp/{id}/%s', (what) => {
  it('of another account, of another edition, of none → 404', async () => {
    const other = await createAccount(app);
    const answers = [
      await read(`/api/v2/erp/${id}/${what}/`, other),
      ...(what === 'suite' ? [] : [await read(`/api/v2/erp/${id}/${what}/?edition=2`)]),
      await read(`/api/v2/erp/999999/${what}/`),
    ];
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    expect((await call(app, ['GET', `/api/v2/erp/${id}/${what}/`])).status).toBe(401);
  });

  it('of a document older than the stored data → 404 that refers to the PDF', async () => {
    const old = await insertIssued(app.deps.db, { accountId: owner.id, issuedAt: new Date('2026-11-01T09:00:00Z') });
    const { status, json } = await read(`/api/v2/erp/${old.id}/${what}/`);
    expect(status).toBe(404);
    expect(json).toMatchObject({ detail: expect.stringContaining('lisez-le dans son PDF') as string });
  });
});
