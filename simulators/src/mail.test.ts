import { connect } from 'node:net';
import { once } from 'node:events';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailbox, startMailServer, type MailServer } from './mail.ts';

const app = Fastify();
app.decorate('slowMs', 20);
app.register(mailbox, { recordings: null, limits: false });
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer(0);
});
afterAll(async () => {
  await server.close();
  await app.close();
});

const LETTER = (subject: string) =>
  [
    'From: Clairisque <bonjour@clairisque.fr>',
    `Subject: =?utf-8?Q?${subject}?=`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    'Votre état des risques : https://clairisque.fr/activate/a/b',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p onclick="alert(1)">Bonjour</p>',
    '--b--',
    '.',
  ].join('\r\n');

/** Sends each line once the server has answered the former. */
async function send(to: string, letter: string): Promise<void> {
  const socket = connect(server.port, '127.0.0.1');
  const lines = ['EHLO test', 'MAIL FROM:<bonjour@clairisque.fr>', `RCPT TO:<${to}>`, 'DATA', letter, 'QUIT'];
  await once(socket, 'data');
  for (const line of lines) {
    socket.write(`${line}\r\n`);
    await once(socket, 'data');
  }
  socket.destroy();
}

it('keeps messages and lists those of a recipient, newest first', async () => {
  await send('Alice@example.com', LETTER('Premi=C3=A8re'));
  await send('bob@example.com', LETTER('Autre'));
  await send('alice@example.com', LETTER('Seconde'));
  const messages = (await app.inject('/mailbox/messages?to=alice@example.com')).json();
  expect(messages).toMatchObject([{ subject: 'Seconde' }, { subject: 'Première', to: ['Alice@example.com'] }]);
  expect(messages[0]).toMatchObject({
    to: ['alice@example.com'],
    subject: 'Seconde',
    text: expect.stringContaining('Votre état des risques'),
    html: expect.stringContaining('<p onclick'),
    headers: { 'mime-version': '1.0' },
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
});

it('shows them in a readable page, without running their content', async () => {
  const list = await app.inject('/mailbox');
  expect(list.body).toContain('lang="fr"');
  const [, path = ''] = /href="(\/mailbox\/\d+)"/.exec(list.body) ?? [];
  const message = await app.inject(path);
  expect(message.body).toContain('<a href="https://clairisque.fr/activate/a/b">');
  expect(message.body).not.toContain('onclick');
  expect((await app.inject(`${path}/html`)).headers['content-security-policy']).toMatch(/^sandbox/);
});

it('serves attachments as downloads that no browser opens', async () => {
  const letter = [
    'Subject: Commande',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=m',
    '',
    '--m',
    'Content-Type: text/plain',
    '',
    'Merci',
    '--m',
    'Content-Type: text/html; name="<b>CGV.html"',
    'Content-Disposition: attachment; filename="<b>CGV.html"',
    '',
    '<script>alert(1)</script>',
    '--m--',
    '.',
  ].join('\r\n');
  await send('dan@example.com', letter);
  const list = await app.inject('/mailbox?to=dan@example.com');
  const path = /\/mailbox\/\d+/.exec(list.body)?.[0] ?? '';
  const page = await app.inject(path);
  expect(page.body).toContain(`href="${path}/pieces/0">&#60;b&#62;CGV.html</a>`);
  const piece = await app.inject(`${path}/pieces/0`);
  expect(piece.body).toContain('<script>alert(1)</script>');
  expect(piece.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': "attachment; filename*=UTF-8''%3Cb%3ECGV.html",
  });
  expect((await app.inject(`${path}/pieces/1`)).statusCode).toBe(404);
});
