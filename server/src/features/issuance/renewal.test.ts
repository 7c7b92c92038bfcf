import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadableDocument } from '@clairisque/contract/common/printed-document.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledgerViolations } from '#features/credits/credits.ts';
import { call, createAccount, createTestApp, type TestAccount, type TestApp } from '#test/app.ts';
import { insertIssued } from '#test/issued.ts';
import { draftAt, GOUSSAINVILLE, issueAt } from '#test/wizard.ts';
import { clientOf, createPerson, PASSWORD } from '#test/people.ts';

/** One try: a failing source keeps failing. */
const HURRIED = { attempts: 1, retryDelayMs: 1, breakMs: 1 };
let app: TestApp;
let second: TestApp;
beforeAll(async () => {
  app = await createTestApp({ worker: true, limits: HURRIED });
  draft = await draftAt(app, GOUSSAINVILLE);
  // Another process on the same database and the same files.
  second = await createTestApp({ database: app.database, env: { FILES_DIR: app.filesDir } });
});
afterAll(async () => {
  await second.close();
  await app.close();
});

const clockAt = (instant: string) => () => new Date(instant);
const renew = (id: number, { token }: TestAccount, on: TestApp = app) =>
  call(on, ['PATCH', `/api/v2/erp/${id}/regenerate/`], { token });
const get = async ({ token }: TestAccount, path: string) =>
  (await call(app, ['GET', `/api/v2/${path}`], { token })).body;
const pdf = async ({ token }: TestAccount, path: string): Promise<Buffer> => {
  const answer = await fetch(`${app.url}/api/v2/download_pdf_proxy/${path}`, {
    headers: { authorization: `Token ${token}` },
  });
  return Buffer.from(await answer.arrayBuffer());
};
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const spaced = (texts: unknown): unknown => JSON.parse(JSON.stringify(texts).replaceAll(/[\u00A0\u202F]/g, ' '));

function filesOf({ id }: TestAccount): string[] {
  const folder = join(app.filesDir, 'statements', String(id));
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [entry.name] : [],
      )
    : [];
}

const ISSUED = '2026-04-01T08:00:00Z';
let draft: Record<string, unknown>;
const insert = ({ id }: TestAccount) =>
  insertIssued(app.database.db, { accountId: id, issuedAt: new Date(ISSUED), draft });

/** A session that lasts for years. */
async function longAccount(given?: TestAccount): Promise<TestAccount> {
  const account = given ?? (await createAccount(app, 1));
  await sql`update api_token set expires_at = '2100-01-01' where account_id = ${account.id}`.execute(app.database.db);
  return account;
}

/** A statement of 01/04/2026, renewable from 29/09/2026 to 28/09/2027, on its third day. */
async function renewable(given?: TestAccount): Promise<{ account: TestAccount; id: number }> {
  const account = await longAccount(given);
  app.deps.clock = clockAt('2026-10-01T08:00:00Z');
  return { account, id: (await insert(account)).id };
}

/** A statement issued by the product. */
async function generated(): Promise<{ account: TestAccount; id: number }> {
  const account = await longAccount(await createAccount(app, 4));
  app.deps.clock = clockAt(ISSUED);
  return { account, id: await issueAt(app, account) };
}

it('answers that deny each other, declared before they were refused → renewed, with their boxes to fill and the works described', async () => {
  const { account, id } = await generated();
  const declarations = {
    travaux_prescrits: false,
    travaux_realises: true,
    sinistres_indemnises: false,
    travaux_rga_non_realises: 'Reprise du pignon',
    arretes_indemnises: [],
  };
  await sql`update statement set declarations = ${JSON.stringify(declarations)} where id = ${id}`.execute(
    app.database.db,
  );
  app.deps.clock = clockAt('2026-10-01T08:00:00Z');
  expect((await renew(id, account)).status).toBe(200);
  const { document } = (await get(account, `erp/${id}/document/`)) as ReadableDocument;
  const { none, rows } = document.disasters;
  const boxes = [none?.box, ...rows.flatMap((row) => row.boxes)].filter((box) => box !== undefined);
  expect(boxes.length).toBeGreaterThan(1);
  expect(boxes.filter(({ checked }) => checked)).toEqual([]);
  const declared = JSON.stringify(document.cover.declarations);
  expect(declared).toContain('Reprise du pignon');
  expect(declared).not.toMatch(/aucun (?:sinistre|plan)/i);
});

it('once, free, from the day after the expiry: new facts, new dates, the former edition kept; each refusal gives the reason and the date', async () => {
  const { account, id } = await generated();
  const former = await pdf(account, `${id}/`);

  app.deps.clock = clockAt('2026-09-28T21:59:59Z');
  expect(spaced(await renew(id, account))).toMatchObject({
    status: 409,
    body: {
      detail:
        'Cet état des risques est valide jusqu’au 28/09/2026 inclus. Renouvellement possible à partir du 29/09/2026.',
    },
  });
  await sql`update statement_edition set facts = jsonb_set(facts, '{seismicZone,value,zone}', '4')
    where statement_id = ${id}`.execute(app.database.db);

  app.deps.clock = clockAt('2026-10-01T08:00:00Z');
  const renewed = await renew(id, account);
  const item = {
    id,
    nb_regenerations: 1,
    peut_regenerer: false,
    jours_restants_regeneration: 0,
    date0: '2026-04-01T08:00:00.000Z',
    derniere_regeneration: '2026-10-01T08:00:00.000Z',
    date_expiration_regeneration: '2027-03-30',
    statut_regeneration: 'Renouvelé',
    reference: `ERP-2026-${String(id).padStart(6, '0')}-R1`,
  };
  const changements = [expect.stringContaining('Sismicité : ')];
  const message = 'ERP renouvelé avec succès ! Téléchargement en cours...';
  expect(spaced(renewed)).toMatchObject({ status: 200, body: { ...item, message, changements } });
  expect(await get(account, 'erps/with-regeneration/')).toMatchObject([item]);
  expect(await get(account, 'user_data/me/')).toMatchObject({ nb_credits: 3 });

  const current = await pdf(account, `${id}/`);
  expect(spaced(await get(account, `erp/${id}/editions/`))).toMatchObject([
    {
      edition: 2,
      reference: item.reference,
      sha256: sha256(current),
      remplace: false,
      emis_le: '2026-10-01',
      changements,
    },
    { edition: 1, sha256: sha256(former), remplace: true, emis_le: '2026-04-01', expire_le: '2026-09-28' },
  ]);
  expect(await pdf(account, `${id}/?edition=1`)).toEqual(former);
  expect(await pdf(account, `${id}/?edition=2`)).toEqual(current);
  expect(filesOf(account)).toHaveLength(6);

  expect(spaced(await renew(id, account))).toMatchObject({
    status: 409,
    body: {
      detail: 'Cet état des risques a déjà été renouvelé le 01/10/2026 : il ne se renouvelle qu’une fois.',
    },
  });
  expect(await ledgerViolations(app.deps)).toEqual([]);
});

it('on its last day, the same facts → « Rien n’a changé »; on the next → refused; facts that cannot be read do not hold it up', async () => {
  const { account, id } = await generated();
  // Facts in a shape that the rules cannot read.
  const [unreadable, late] = [(await insert(account)).id, (await insert(account)).id];
  app.deps.clock = clockAt('2027-09-28T21:30:00Z');
  expect(spaced(await renew(id, account))).toMatchObject({
    status: 200,
    body: {
      reference: expect.stringMatching(/^ERP-2027-\d{6}-R1$/),
      changements: ['Rien n’a changé depuis l’édition du 01/04/2026 : mêmes zones, mêmes plans, mêmes arrêtés.'],
    },
  });
  expect(await renew(unreadable, account)).toMatchObject({
    status: 200,
    body: { changements: [expect.stringContaining('la comparaison n’a pas été faite')] },
  });
  app.deps.clock = clockAt('2027-09-28T22:00:00Z');
  expect(spaced(await renew(late, account))).toMatchObject({
    status: 409,
    body: {
      detail:
        'Le renouvellement n’était possible que jusqu’au 28/09/2027 inclus : préparez un nouvel état des risques.',
    },
  });
});

it('twice at once in one process and in another → one renews, the others are refused, two editions and their files', async () => {
  const { account, id } = await renewable();
  second.deps.clock = app.deps.clock;
  const answers = await Promise.all([renew(id, account), renew(id, account), renew(id, account, second)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    detail: expect.stringContaining('déjà été renouvelé'),
  });
  await expect.poll(() => filesOf(account)).toHaveLength(3);
  expect(await get(account, 'user_data/me/')).toMatchObject({ nb_credits: 1 });
});

it('one of several parcels was divided since → 409 that names it; the right to renew stays', async () => {
  const { account, id } = await renewable();
  const code = String(draft['code_parcelle']);
  const parcelles = [code, code.replace(/\d{4}@/, '9999@')];
  const setParcels = (codes: string[] | null) =>
    app.database.db.updateTable('statement').set({ parcelles: codes }).where('id', '=', id).execute();
  await setParcels(parcelles);
  const refused = spaced(await renew(id, account));
  expect(refused).toMatchObject({ status: 409 });
  expect(JSON.stringify(refused)).toMatch(
    /9999 \(95280\) n’existe pas au cadastre.*Préparez un nouvel état des risques/,
  );
  await setParcels(null);
  expect((await renew(id, account)).status).toBe(200);
});

it('a supplier is down → 503 that says what is missing, the parcel is gone → 409; nothing lost: it renews once all is there', async () => {
  const { account, id } = await renewable();
  const moveTo = async (point: { longitude: number; latitude: number }) => {
    const { code_parcelle, longitude, latitude } = await draftAt(app, point);
    await sql`update statement set code_parcelle = ${code_parcelle}, longitude = ${longitude}, latitude = ${latitude}
      where id = ${id}`.execute(app.database.db);
  };
  // A commune where Géorisques fails (simulators/README.md).
  await moveTo({ longitude: 3.36, latitude: 44.231 });
  expect(await renew(id, account)).toMatchObject({
    status: 503,
    body: {
      detail: expect.stringMatching(/^Données non obtenues\u00A0: .+\. Votre droit au renouvellement est intact\./),
    },
  });
  expect(await get(account, 'erps/with-regeneration/')).toMatchObject([{ nb_regenerations: 0, peut_regenerer: true }]);
  expect(filesOf(account)).toEqual([]);
  await sql`update statement set code_parcelle = '999-ZZ-9999@95280' where id = ${id}`.execute(app.database.db);
  expect(await renew(id, account)).toMatchObject({
    status: 409,
    body: { detail: 'Cette parcelle n’existe pas au cadastre. Préparez un nouvel état des risques.' },
  });
  await moveTo(GOUSSAINVILLE);
  expect((await renew(id, account)).status).toBe(200);
});

it('the account is erased meanwhile → no 500, no file left', async () => {
  const client = clientOf(app);
  for (const delayMs of [0, 60, 150, 300]) {
    const person = await createPerson(app);
    const { account, id } = await renewable({ ...person, token: await client.sessionOf(person) });
    const renewal = renew(id, account);
    await sleep(delayMs);
    const body = { current_password: PASSWORD };
    expect((await call(app, ['DELETE', '/api/v2/users/me/'], { token: account.token, body })).status).toBe(204);
    expect([200, 401, 404]).toContain((await renewal).status);
    await expect.poll(() => filesOf(account)).toEqual([]);
  }
});

it('another account’s, a draft, an unknown one → 404; no session → 401', async () => {
  const [{ id }, other] = [await renewable(), await createAccount(app)];
  for (const path of [`erp/${id}/editions/`, `download_pdf_proxy/${id}/`, `download_pdf_proxy/${id}/?edition=1`]) {
    expect((await call(app, ['GET', `/api/v2/${path}`], { token: other.token })).status).toBe(404);
  }
  expect((await renew(id, other)).status).toBe(404);
  expect((await renew(999_999_999, other)).status).toBe(404);
  expect((await call(app, ['PATCH', `/api/v2/erp/${id}/regenerate/`])).status).toBe(401);
});
