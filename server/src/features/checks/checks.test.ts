import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { parisDate } from '#domain/risks/validity.ts';
import { ledgerViolations } from '#features/credits/credits.ts';
import { systemClock } from '#platform/clock.ts';
import { call, grantLot, type TestAccount, type TestApp } from '#test/app.ts';
import { checksOf, radonWas, runDue, send, createCheckingApp, issueToCheck, type Checked } from '#test/checked.ts';
import { draftAt, GOUSSAINVILLE } from '#test/wizard.ts';
import { clientOf, createPerson, PASSWORD } from '#test/people.ts';
import { planChecks, tellEves } from './plan.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createCheckingApp();
});
afterAll(() => app.close());
beforeEach(() => void (app.deps.clock = systemClock));

const DAY_MS = 86_400_000;
const inDays = (days: number): string => parisDate(new Date().toISOString()).add({ days }).toString();
const after = (days: number) => () => new Date(Date.now() + days * DAY_MS);

const issued = (given?: TestAccount) => issueToCheck(app, given);
const ask = (mine: Checked) => send(mine, ['POST', 'controles/']);
const mailsOf = async ({ account }: Checked): Promise<string[]> =>
  (
    await app.database.db
      .selectFrom('outgoing_mail')
      .select('kind')
      .where('account_id', '=', account.id)
      .where((eb) => eb.or([eb('kind', 'like', 'check-%'), eb('kind', '=', 'handover-replaced')]))
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind);

/** Gives the statement another place: at `PANNE`, Géorisques fails (simulators/README.md). */
async function moveTo({ id }: Checked, point: { longitude: number; latitude: number }): Promise<void> {
  const { code_parcelle, longitude, latitude } = await draftAt(app, point);
  await sql`update statement set code_parcelle = ${code_parcelle}, longitude = ${longitude}, latitude = ${latitude}
    where id = ${id}`.execute(app.database.db);
}
const PANNE = { longitude: 3.36, latitude: 44.231 };

it('the same answers → « rien n’a changé », a one-page attestation that verifies; a second request joins the first', async () => {
  const mine = await issued();
  const first = await ask(mine);
  expect([first.status, (await ask(mine)).status]).toEqual([202, 200]);
  await runDue(mine);
  const [check, ...others] = await checksOf(mine);
  expect(others).toEqual([]);
  expect(check).toMatchObject({ etat: 'inchange', origine: 'proprietaire', changements: [], non_obtenu: [] });
  expect(check?.phrase.replaceAll('\u00A0', ' ')).toMatch(/^Vérifié le \d\d\/\d\d\/\d{4} : rien n’a changé\.$/);
  const reference = check?.attestation?.reference ?? '';
  expect(reference).toMatch(/^ERP-\d{4}-\d{6}-V1$/);
  const pdf = await fetch(`${app.url}/api/v2/verification/attestation/${reference}/pdf/`);
  const bytes = Buffer.from(await pdf.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(check?.attestation?.sha256);
  const verified = await call(app, ['GET', `/api/v2/verification/attestation/${reference}/`]);
  expect(verified).toMatchObject({
    status: 200,
    body: { reference, depasse: false, sha256: check?.attestation?.sha256 },
  });
  expect((await call(app, ['GET', `/api/v2/verification/attestation/${reference.replace('V1', 'V2')}/`])).status).toBe(
    404,
  );
  expect(await mailsOf(mine)).toEqual([]);
  expect(await ledgerViolations(app.deps)).toEqual([]);
});

it('another answer → an updated edition, free, with the expiry of the former, which is replaced; answers stay', async () => {
  const mine = await issued();
  const before = (await send(mine, ['GET', 'editions/'])).body as { reference: string; expire_le: string }[];
  const link = (await send(mine, ['POST', 'remises/'], { libelle: 'Étude' })).body as { url: string };
  const path = `/api/v2/remise/${link.url.split('/').at(-1)}/`;
  const visitor = { nom: 'Camille', email: 'camille@exemple.fr', recu: true };
  const received = (await call(app, ['POST', `${path}recu/`], { body: visitor })).body as { recu: string };
  await radonWas(mine, 2);
  await ask(mine);
  app.deps.clock = after(40);
  await runDue(mine);
  const [check] = await checksOf(mine);
  const reference = `${before[0]?.reference}-A1`;
  expect(check).toMatchObject({ etat: 'change', nouvelle_edition: reference });
  expect(check?.changements.join(' ')).toMatch(/niveau/);
  const editions = (await send(mine, ['GET', 'editions/'])).body as {
    reference: string;
    expire_le: string;
    remplace: boolean;
    changements: string[];
  }[];
  expect(editions.map((one) => [one.reference, one.expire_le, one.remplace])).toEqual([
    [reference, before[0]?.expire_le, false],
    [before[0]?.reference, before[0]?.expire_le, true],
  ]);
  expect(editions[0]?.changements).toEqual(check?.changements);
  const document = (await send(mine, ['GET', 'document/'])).body as {
    document: { cover: { renewal: { title: string } } };
  };
  expect(document.document.cover.renewal.title).toMatch(/^Ce qui a changé depuis le /);
  const verified = await call(app, ['GET', `/api/v2/verification/${before[0]?.reference}/`]);
  expect(verified.body).toMatchObject({ etat: 'remplace', remplace_par: { reference } });
  expect((await call(app, ['GET', path])).body).toMatchObject({ reference });
  expect(await call(app, ['GET', `${path}etat/?recu=${received.recu}`])).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('a été mis à jour depuis') },
  });
  expect(await mailsOf(mine)).toEqual(['check-changed', 'handover-replaced']);
  // Checked again, the updated document is right: the next change makes the next edition.
  await ask(mine);
  await runDue(mine);
  expect((await checksOf(mine))[0]).toMatchObject({ etat: 'inchange', reference });
  await radonWas(mine, 3);
  await ask(mine);
  await runDue(mine);
  expect((await checksOf(mine))[0]).toMatchObject({ nouvelle_edition: `${before[0]?.reference}-A2` });
  expect(await ledgerViolations(app.deps)).toEqual([]);
});

it('a hand-over page that was opened before an update → its « reçu » is refused, and names the newer edition', async () => {
  const mine = await issued();
  const link = (await send(mine, ['POST', 'remises/'], { libelle: 'Étude' })).body as { url: string };
  const path = `/api/v2/remise/${link.url.split('/').at(-1)}/`;
  const shown = async () => ((await call(app, ['GET', path])).body as { reference: string }).reference;
  const visitor = { nom: 'Alix', email: 'alix@exemple.fr', recu: true };
  const receive = (reference?: string) => call(app, ['POST', `${path}recu/`], { body: { ...visitor, reference } });
  const former = await shown();
  await radonWas(mine, 2);
  await ask(mine);
  app.deps.clock = after(40);
  await runDue(mine);
  expect(await shown()).toBe(`${former}-A1`);
  expect(await receive(former)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining(`lisez ${former}-A1, la version à jour`) as string },
  });
  // Without any, as a page of the former version of the site says it.
  expect([(await receive(`${former}-A1`)).status, (await receive()).status]).toEqual([201, 201]);
});

it('a silent source → incomplete, never « rien n’a changé »: which, when next; told once, then on the eve; then all is obtained', async () => {
  const mine = await issued();
  await send(mine, ['PUT', 'signatures/'], { acte: inDays(20) });
  await moveTo(mine, PANNE);
  app.deps.clock = after(6);
  await planChecks(app.deps);
  await runDue(mine);
  const [check] = await checksOf(mine);
  expect(check).toMatchObject({ etat: 'incomplet', origine: 'date', attestation: null, nouvelle_edition: null });
  expect(check?.non_obtenu.length).toBeGreaterThan(0);
  expect(check?.prochain_essai).not.toBeNull();
  // Whoever has the document reads that it is no longer exact, not what the property is exposed to.
  await sql`update statement_check set sentences = '{"Radon : niveau 3."}' where id = ${check?.id}`.execute(
    app.database.db,
  );
  const { controle } = (await call(app, ['GET', `/api/v2/verification/${check?.reference}/controle/`])).body as {
    controle: Record<string, unknown>;
  };
  expect(controle['phrase']).toContain('disent déjà autre chose');
  expect(JSON.stringify(controle)).not.toContain('niveau 3');
  expect(await mailsOf(mine)).toEqual(['check-incomplete']);
  app.deps.clock = after(19);
  await Promise.all([tellEves(app.deps), tellEves(app.deps)]);
  await tellEves(app.deps);
  expect(await mailsOf(mine)).toEqual(['check-incomplete', 'check-incomplete']);
  await moveTo(mine, GOUSSAINVILLE);
  await runDue(mine);
  expect((await checksOf(mine))[0]).toMatchObject({ id: check?.id, etat: 'inchange' });
});

it('asked again while a source is silent → the sources rest ten minutes, and the next try stays as near', async () => {
  const mine = await issued();
  await moveTo(mine, PANNE);
  await ask(mine);
  await runDue(mine);
  const [first] = await checksOf(mine);
  for (let time = 0; time < 3; time += 1) {
    expect(await ask(mine)).toMatchObject({
      status: 200,
      body: { etat: 'incomplet', prochain_essai: first?.prochain_essai },
    });
  }
  app.deps.clock = () => new Date(Date.now() + 11 * 60_000);
  expect(await ask(mine)).toMatchObject({ status: 200, body: { etat: 'en_attente' } });
  await runDue(mine);
  const [then] = await checksOf(mine);
  expect(then).toMatchObject({ id: first?.id, etat: 'incomplet' });
  // An hour later, as if nobody had asked.
  expect(Date.parse(then?.prochain_essai ?? '') - app.deps.clock().getTime()).toBeLessThanOrEqual(60 * 60_000);
});

it('its owner asks eleven times in a day → the eleventh is refused with 429', async () => {
  const mine = await issued();
  for (let time = 0; time < 10; time += 1) {
    expect((await ask(mine)).status).toBe(202);
    await sql`update statement_check set ended_at = now(), outcome = 'dropped', next_at = null
      where statement_id = ${mine.id} and ended_at is null`.execute(app.database.db);
  }
  expect(await ask(mine)).toMatchObject({ status: 429 });
  app.deps.clock = after(1.01);
  expect((await ask(mine)).status).toBe(202);
});

it('15 days and 2 days before, and the morning of the day, each once on any worker; a document newer than the moment needs none', async () => {
  app.deps.clock = () => new Date('2027-02-01T10:00:00Z');
  const mine = await issued();
  await send(mine, ['PUT', 'signatures/'], { acte: '2027-03-28' });
  const plannedAt = async (instant: string): Promise<string[]> => {
    app.deps.clock = () => new Date(instant);
    await Promise.all([planChecks(app.deps), planChecks(app.deps), planChecks(app.deps)]);
    const rows = await app.database.db
      .selectFrom('statement_check')
      .select('subject')
      .where('statement_id', '=', mine.id)
      .orderBy('id')
      .execute();
    return rows.map(({ subject }) => subject);
  };
  const [far, near, day] = ['acte:2027-03-28:15', 'acte:2027-03-28:2', 'acte:2027-03-28:0'];
  expect(await plannedAt('2027-03-13T04:59:59Z')).toEqual([]);
  expect(await plannedAt('2027-03-13T05:00:00Z')).toEqual([far]);
  expect(await plannedAt('2027-03-12T05:00:00Z')).toEqual([far]);
  expect(await plannedAt('2027-03-26T05:00:00Z')).toEqual([far, near]);
  // The night of the change of hour: six in the morning is four hours UTC.
  expect(await plannedAt('2027-03-28T03:59:59Z')).toEqual([far, near]);
  expect(await plannedAt('2027-03-28T04:00:00Z')).toEqual([far, near, day]);
  expect(await plannedAt('2027-03-29T04:00:00Z')).toEqual([far, near, day]);
});

it('a date that is past, in 40 years, of a lease, before the promesse → 400 in words, nothing kept; after the expiry → when the renewal opens', async () => {
  const mine = await issued();
  const put = (body: unknown) => send(mine, ['PUT', 'signatures/'], body);
  for (const [body, says] of [
    [{ acte: '2020-01-01' }, /est passé/],
    [{ acte: '2066-01-01' }, /trop lointain/],
    [{ bail: inDays(10) }, /établi pour une vente/],
    [{ promesse: inDays(20), acte: inDays(10) }, /avant la promesse/],
    [{ signe_le: inDays(3) }, /pas encore passé/],
    [{ signe_le: '2020-01-01' }, /n’existait pas/],
    [{ renouveler_ensuite: true }, /après l’expiration/],
    [{ acte: '2027-02-30' }, /./],
  ] as const) {
    const refused = await put(body);
    expect([body, refused.status, JSON.stringify(refused.body)]).toEqual([body, 400, expect.stringMatching(says)]);
  }
  expect((await send(mine, ['GET', 'signatures/'])).body).toMatchObject({ acte: null, promesse: null, signe_le: null });
  const late = (await put({ acte: inDays(200), renouveler_ensuite: true })).body as {
    avertissements: { phrase: string; renouvelable_le: string }[];
  };
  expect(late.avertissements).toMatchObject([
    { phrase: expect.stringMatching(/aura expiré.*devient possible/), renouvelable_le: inDays(181) },
  ]);
  const signed = { type: 'Vente', conclu: true, signe_le: inDays(0), controles: [] };
  expect(await put({ signe_le: inDays(0) })).toMatchObject({ status: 200, body: signed });
  expect(await ask(mine)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('signature est faite') },
  });
});

it('three a day for a statement by whoever has its reference; the fourth → 429; an unknown reference → 404', async () => {
  const mine = await issued();
  const [{ reference }] = (await send(mine, ['GET', 'editions/'])).body as [{ reference: string }];
  const visit = () => call(app, ['POST', `/api/v2/verification/${reference}/controle/`]);
  const read = () => call(app, ['GET', `/api/v2/verification/${reference}/controle/`]);
  expect(await read()).toMatchObject({ status: 200, body: { controle: null } });
  for (const _ of [1, 2, 3]) {
    expect((await visit()).status).toBe(202);
    await runDue(mine);
  }
  expect((await visit()).status).toBe(429);
  const last = await read();
  expect(last.body).toMatchObject({ controle: { etat: 'inchange', reference } });
  expect(JSON.stringify(last.body)).not.toContain('Lilas');
  expect(await mailsOf(mine)).toEqual(['check-confirmed']);
  expect((await call(app, ['POST', '/api/v2/verification/ERP-2026-999999/controle/'])).status).toBe(404);
});

it('erased, or said signed, while the sources are asked → nothing is written, no file stays', async () => {
  const person = await createPerson(app);
  const token = await clientOf(app).sessionOf(person);
  await grantLot(app, { accountId: person.id, credits: 1, expiresAt: null });
  const mine = await issued({ ...person, token });
  await ask(mine);
  const running = runDue(mine);
  await call(app, ['DELETE', '/api/v2/users/me/'], { token, body: { current_password: PASSWORD } });
  await running;
  expect(
    await app.database.db.selectFrom('statement_check').select('id').where('statement_id', '=', mine.id).execute(),
  ).toEqual([]);

  const other = await issued();
  await ask(other);
  const checking = runDue(other);
  await send(other, ['PUT', 'signatures/'], { signe_le: inDays(0) });
  await checking;
  await runDue(other);
  expect(['inchange', 'abandonne']).toContain((await checksOf(other))[0]?.etat);
});
