import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Simulator } from '#simulation.ts';
import { mailboxPage, messagePage, type Message } from './mailbox-pages.ts';

/** A mail server that keeps its mails in memory and shows them: nothing ever leaves this machine. */

const KEPT = 500;
const FRAME_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const MAX_BYTES = 20 * 1024 * 1024;

/** Deliveries, whatever became of their text: newest last. */
const deliveries: { messageId: string; to: string[]; subject: string }[] = [];
/** Newest first. Shared by the mail server and the pages, which start separately: one mailbox per program. */
const messages: Message[] = [];
let lastId = 0;

export type MailServer = { port: number; close(): Promise<void> };

/** Accepts any sender, recipient and login, without encryption; port 0 lets the system choose. */
export async function startMailServer(port: number, host = '127.0.0.1'): Promise<MailServer> {
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    size: MAX_BYTES,
    onRcptTo: ({ address }, _session, answer) => answer(failureFor(address)),
    onAuth: (_auth, _session, done) => done(null, { user: 'anyone' }),
    onData: (stream, session, answer) => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      buffer(stream)
        .then((raw) => keep(raw, recipients))
        .then(() => answer(), answer);
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: actual } = server.server.address() as AddressInfo;
  return { port: actual, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Addresses that start with « refus » do not exist; those that start with « pleine » are full mailboxes. */
function failureFor(address: string): Error | null {
  if (/^refus/i.test(address)) return Object.assign(new Error('5.1.1 No such mailbox'), { responseCode: 550 });
  if (/^pleine/i.test(address)) return Object.assign(new Error('4.2.2 Mailbox full'), { responseCode: 452 });
  return null;
}

/**
 * `/mailbox`, `/mailbox/<id>` to read, `/mailbox/<id>/pieces/<rank>` for attachments, `/mailbox/messages?to=` as JSON;
 * `/mailbox/livraisons`: every delivery, repeated and old ones included.
 */
export const mailbox: Simulator = async (app) => {
  app.get<{ Querystring: { to?: string } }>('/mailbox', async ({ query }, reply) =>
    reply.type('text/html; charset=utf-8').send(mailboxPage(sentTo(query.to), query.to)),
  );
  app.get<{ Querystring: { to?: string } }>('/mailbox/messages', async ({ query }) => sentTo(query.to).map(listed));
  app.get('/mailbox/livraisons', async () => deliveries);
  app.get<{ Params: { id: string } }>('/mailbox/:id', async ({ params }, reply) => {
    const message = messages.find(({ id }) => String(id) === params.id);
    return reply
      .code(message ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(messagePage(message));
  });
  app.get<{ Params: { id: string } }>('/mailbox/:id/html', async ({ params }, reply) => {
    const message = messages.find(({ id }) => String(id) === params.id);
    // Shown in a sandboxed frame: no script, no form, no external resource; links open a page outside the frame.
    reply.header('content-security-policy', FRAME_POLICY).type('text/html; charset=utf-8');
    return reply.code(message?.html ? 200 : 404).send(`<base target="_blank">${message?.html ?? ''}`);
  });
  app.get<{ Params: { id: string; rank: string } }>('/mailbox/:id/pieces/:rank', async ({ params }, reply) => {
    const message = messages.find(({ id }) => String(id) === params.id);
    const piece = message?.attachments[Number(params.rank)];
    if (!piece) return reply.code(404).send();
    // Attachments are saved, never run here.
    return reply
      .headers({
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(piece.name)}`,
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
      })
      .type('application/octet-stream')
      .send(piece.bytes);
  });
};

function listed({ id, attachments, ...message }: Message) {
  return { ...message, pieces: attachments.map(({ name }, rank) => ({ name, path: `/mailbox/${id}/pieces/${rank}` })) };
}

/** Messages to that address (any case), or all. */
function sentTo(recipient: string | undefined): Message[] {
  const wanted = recipient?.trim().toLowerCase();
  return wanted ? messages.filter(({ to }) => to.some((address) => address.toLowerCase() === wanted)) : messages;
}

async function keep(raw: Buffer, recipients: string[]): Promise<void> {
  const { messageId = '', subject = '', text = '', html, headers, attachments } = await PostalMime.parse(raw);
  lastId += 1;
  deliveries.push({ messageId, to: recipients, subject });
  messages.unshift({
    id: lastId,
    to: recipients,
    subject,
    text,
    html: html ?? null,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    attachments: attachments.map(({ filename, content }) => ({
      name: filename ?? 'sans-nom',
      bytes: typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer),
    })),
    date: new Date().toISOString(),
  });
  messages.length = Math.min(messages.length, KEPT);
}
