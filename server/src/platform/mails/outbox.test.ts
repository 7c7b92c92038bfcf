import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { mailNamed } from '#wiring/mails.ts';
import { startWorker } from '#wiring/worker.ts';
import { createTestApp, mailsTo, type TestApp } from '#test/app.ts';
import { adminQuery, createTestDatabase, SERVICE, type TestDatabase } from '#test/database.ts';
import { freePort } from '../../../../scripts/postgres.ts';
import { mailbox, startMailServer } from '../../../../simulators/src/mail.ts';
import { isNightly } from '../../../../tests/harness/nightly.ts';
import { startProgram } from '../../../../tests/harness/program.ts';
import { transact } from '#platform/db/db.ts';
import { queueMail, sendQueuedMail, sweepOutbox } from './outbox.ts';

const { kind } = mailNamed('password-changed');
let database: TestDatabase;
let running: { close: () => Promise<void> }[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const one of running) await one.close();
  running = [];
});
afterAll(() => database.drop());

const eventually = (check: () => unknown, timeout = 120_000): Promise<unknown> => vi.waitFor(check, { timeout });

const newRecipient = (start = ''): string => `${start}${randomUUID()}@exemple.fr`;

/** A retry sends no notification: it waits for the next poll. Longer than a test: woken by notifications only. */
const OFTEN = { pollSeconds: 1 };
const NEVER = { pollSeconds: 3_600 };

/** The application with a worker, on the shared database of these tests. */
async function start(env: NodeJS.ProcessEnv = {}, pace: typeof OFTEN | null = OFTEN): Promise<TestApp> {
  const app = await createTestApp({ database, env });
  const worker = pace && (await startWorker(app.deps, database.serviceUrl, pace));
  running.push({
    close: async () => {
      await worker?.stop();
      await app.close();
    },
  });
  return app;
}

const queue = (app: TestApp, recipient: string): Promise<void> =>
  transact(app.deps, (deps) => queueMail(deps, { kind, recipient, accountId: null }));

const mailRow = (recipient: string) =>
  database.db.selectFrom('outgoing_mail').selectAll().where('recipient', '=', recipient).executeTakeFirstOrThrow();

/** Sends as the job does. */
async function send(app: TestApp, recipient: string, mail = app.deps.mail): Promise<void> {
  const { id: mailId } = await mailRow(recipient);
  const compose = async () => ({ subject: 'Essai', text: 'Essai', html: '<p>Essai</p>' });
  await sendQueuedMail({ ...app.deps, mail }, () => ({ compose }), { mailId, signal: new AbortController().signal });
}

/** A mail server that accepts connections and never sends anything. */
async function mute(): Promise<{ url: string; server: Server }> {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

it('sends a mail right after the commit, and none of a rolled-back transaction', async () => {
  const app = await start({}, NEVER);
  const [undone, done] = [newRecipient(), newRecipient()];
  await expect(
    transact(app.deps, async (deps) => {
      await queueMail(deps, { kind, recipient: undone, accountId: null });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  await queue(app, done);
  const [mail] = await mailsTo(app, done);
  expect(mail).toMatchObject({ to: [done], subject: 'Mot de passe modifié sur Clairisque' });
  // The mail server has it before the worker has written that down.
  await eventually(async () => expect((await mailRow(done)).sent_at).not.toBeNull());
  expect(await mailRow(done)).toMatchObject({ attempts: 1, claimed_until: null, dropped_at: null, last_error: null });
  await expect(mailRow(undone)).rejects.toThrow('no result');
  expect(await mailsTo(app, undone, 0)).toEqual([]);
});

it('retries while the mail server is down, then delivers once', async () => {
  const port = await freePort();
  const app = await start({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  const recipient = newRecipient();
  await queue(app, recipient);
  await eventually(async () =>
    expect(await mailRow(recipient)).toMatchObject({ last_error: expect.stringContaining('REFUSED') }),
  );
  const back = await startMailServer(port);
  running.push(back);
  await eventually(async () => expect((await mailRow(recipient)).sent_at).not.toBeNull());
  // That server keeps its mails in this process, not where `mailsTo` reads.
  const box = Fastify();
  box.register(mailbox, { recordings: null, limits: false });
  expect((await box.inject(`/mailbox/messages?to=${recipient}`)).json()).toHaveLength(1);
});

it('drops a mail at once after a permanent refusal only', async () => {
  const app = await start();
  const [unknown, full] = [newRecipient('refus-'), newRecipient('pleine-')];
  await queue(app, unknown);
  await queue(app, full);
  await eventually(async () => {
    expect(await mailRow(unknown)).toMatchObject({ attempts: 1, dropped_at: expect.any(Date) });
    expect(await mailRow(full)).toMatchObject({ claimed_until: null, last_error: expect.stringContaining('452') });
  });
  expect((await mailRow(full)).dropped_at).toBeNull();
});

it('drops a mail after two days of failures', async () => {
  const app = await start({}, null);
  const recipient = newRecipient('pleine-');
  await queue(app, recipient);
  await sql`update outgoing_mail set created_at = created_at - interval '49 hours' where recipient = ${recipient}`.execute(
    database.db,
  );
  await start();
  await eventually(async () => expect((await mailRow(recipient)).dropped_at).not.toBeNull());
});

it('one mail, three workers, its job lost or doubled → sent once', async () => {
  const app = await start({}, null);
  const recipients = Array.from({ length: 30 }, () => newRecipient());
  for (const recipient of recipients) await queue(app, recipient);
  await sql`delete from pgboss.job where name = 'mail.send'`.execute(database.db);
  await Promise.all([sweepOutbox(app.deps), sweepOutbox(app.deps)]);
  await Promise.all([start(), start(), start()]);
  for (const recipient of recipients) await mailsTo(app, recipient);
  await sleep(200);
  for (const recipient of recipients) expect(await mailsTo(app, recipient)).toHaveLength(1);
});

it('delivers once the mail leased by a killed worker; at night, within twenty seconds', async () => {
  const { url, server } = await mute();
  const app = await start({}, null);
  const recipient = newRecipient();
  const env = { ...process.env, DATABASE_URL: database.url, FILES_DIR: tmpdir(), SMTP_URL: url, LOG_LEVEL: 'silent' };
  const worker = await startProgram({ command: ['server/src/main.ts', 'worker'], env });
  await queue(app, recipient);
  await eventually(async () => expect((await mailRow(recipient)).claimed_until).not.toBeNull());
  await start();
  await worker.kill();
  server.close();

  // Within the lease no other worker takes it.
  await send(app, recipient);
  expect((await mailRow(recipient)).attempts).toBe(1);
  // The worker seems to die just before its heartbeat, the earliest that its job is retried; in the gate, and some
  // seconds ago.
  const agoSeconds = isNightly ? 0 : 5;
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - ${3 + agoSeconds} * interval '1 second'
    where state = 'active'`.execute(database.db);
  await sql`update outgoing_mail set claimed_until = claimed_until - ${agoSeconds} * interval '1 second'
    where recipient = ${recipient}`.execute(database.db);
  await eventually(
    async () => expect((await mailRow(recipient)).sent_at).not.toBeNull(),
    isNightly ? 20_000 : undefined,
  );
  expect(await mailsTo(app, recipient)).toHaveLength(1);
});

it('stops sending once another worker has the lease, or the database has been silent for as long', async () => {
  const { url, server } = await mute();
  const app = await start({ SMTP_URL: url }, null);
  const [taken, silent] = [newRecipient(), newRecipient()];
  await queue(app, taken);
  await queue(app, silent);
  const first = send(app, taken).catch(String);
  const [firstLine] = (await once(server, 'connection')) as [Socket];
  const second = send(app, silent).catch(String);
  const [secondLine] = (await once(server, 'connection')) as [Socket];
  const ends = [firstLine, secondLine].map((socket) => once(socket.resume(), 'close'));
  await sql`update outgoing_mail set attempts = attempts + 1 where recipient = ${taken}`.execute(database.db);
  expect(await first).toContain('aborted');
  await ends[0];
  expect(await mailRow(taken)).toMatchObject({ attempts: 2, claimed_until: expect.any(Date), last_error: null });

  await database.db.transaction().execute(async (db) => {
    await sql`lock table outgoing_mail`.execute(db);
    await ends[1];
    const { rows } =
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like 'update "outgoing_mail" set "claimed_until"%'`.execute(db);
    expect(rows, 'renewals that wait').toHaveLength(1);
  });
  expect(await second).toContain('aborted');
  server.close();
});

it('a database restart before the mail is marked as sent → sent once', async () => {
  const app = await start({}, null);
  const recipient = newRecipient();
  await queue(app, recipient);
  const { pathname } = new URL(database.url);
  const admit = (yes: boolean) =>
    adminQuery(inject('postgresUrl'), `alter database ${pathname.slice(1)} allow_connections ${yes}`);
  await send(app, recipient, {
    ...app.deps.mail,
    async send(letter, signal) {
      const outcome = await app.deps.mail.send(letter, signal);
      await admit(false);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename = ${SERVICE.name}`.execute(database.db);
      setTimeout(() => void admit(true), 1_000);
      return outcome;
    },
  });
  expect(await mailRow(recipient)).toMatchObject({ sent_at: expect.any(Date), attempts: 1, claimed_until: null });
  expect(await mailsTo(app, recipient)).toHaveLength(1);
});
