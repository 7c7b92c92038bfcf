import { createTransport } from 'nodemailer';
import type { Delivery, ComposedMail, MailSender } from '#platform/mails/outbox.ts';

/** Maximum duration of a delivery, well within the time limit of its job. */
const WITHIN_MS = 30_000;

/**
 * Sends by SMTP. `url` is `smtp://[user:password@]host[:port]`, encrypted when the server offers it (`?requireTLS=true`
 * enforces it, and is required for an outside host, `require-tls.ts`), or `smtps://…`, encrypted from the start;
 * `from` is « Name <address> », `replyTo` the address that people answer to.
 */
export function createSmtpMail(options: { url: string; from: string; replyTo: string }): MailSender {
  const transport = createTransport({
    pool: true,
    url: options.url,
    maxConnections: 3,
    // A connection lost during delivery may have delivered: the outbox decides, not the pool.
    maxRequeues: 0,
    idleTimeout: 15_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    dnsTimeout: 5_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(composed, signal) {
      try {
        const stopped = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]);
        await transport.sendMail({ ...message(composed, options), signal: stopped });
        return { state: 'sent' };
      } catch (error) {
        return refusal(error);
      }
    },
    close: () => transport.close(),
  };
}

function message(composed: ComposedMail, { from, replyTo }: { from: string; replyTo: string }) {
  const { id, to, subject, text, html, attachments = [], unsubscribeUrl, replyTo: person } = composed;
  const domain = /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    // One address, never a list: a visitor's text is not parsed again.
    replyTo: person === undefined ? replyTo : { name: '', address: person },
    to: { name: '', address: to },
    subject,
    text,
    html,
    attachments: attachments.map(({ name, bytes }) => ({
      filename: name,
      content: bytes,
      contentType: 'application/pdf',
    })),
    messageId: `<${id}@${domain}>`,
    // Keeps automatic replies away (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribeUrl !== undefined && oneClick(unsubscribeUrl)) },
  };
}

/** The mail server's DKIM must sign both headers (`h=`, RFC 8058 §4). */
const oneClick = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** A permanent refusal of this recipient or text; anything else may pass later, and is thrown. */
function refusal(error: unknown): Delivery {
  if (!(error instanceof Error)) throw error;
  const { responseCode, command, code } = error as Error & { responseCode?: number; command?: string; code?: string };
  const unusable = code === 'EENVELOPE' && command === 'API';
  const refused = (responseCode ?? 0) >= 500 && (command === 'RCPT TO' || command === 'DATA');
  if (!unusable && !refused) throw error;
  return { state: 'refused', reason: error.message };
}
