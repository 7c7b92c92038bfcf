import { until } from './until.ts';

export type Mail = {
  to: string[];
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  date: string;
  /** Attachments, at the simulators. */
  pieces: { name: string; path: string }[];
};

/** Mails in the simulators' mailbox, newest first; those to `address` where given. */
export async function readMails(simulatorsUrl: string, address?: string): Promise<Mail[]> {
  const query = address === undefined ? '' : `?${new URLSearchParams({ to: address }).toString()}`;
  return (await (await fetch(`${simulatorsUrl}/mailbox/messages${query}`)).json()) as Mail[];
}

type Awaited = { address: string; count?: number; withinMs?: number };

/** Mails to that address, newest first, once there are `count`; throws after `withinMs`. Retries a failed read. */
export async function waitForMails(
  simulatorsUrl: string,
  { address, count = 1, withinMs = 120_000 }: Awaited,
): Promise<Mail[]> {
  let found = 0;
  const enough = async (): Promise<Mail[] | null> => {
    const mails = await readMails(simulatorsUrl, address).catch(() => []);
    found = mails.length;
    return found >= count ? mails : null;
  };
  return until(enough, { withinMs, everyMs: 20 }).catch(() => {
    throw new Error(`${found} mails to ${address}, not ${count}`);
  });
}

/** The parts of the link of a mail that activates an account or resets its password. */
export type MailedLink = { uid: string; token: string };

export const linkIn = (mail: Mail): MailedLink => partsOf(urlIn(mail));

export function urlIn({ text, subject }: Mail): string {
  const [url] = /https?:\/\/\S+\/(activate|password-reset-confirmation)\/\S+/.exec(text) ?? [];
  if (url === undefined) throw new Error(`no link in « ${subject} »`);
  return url;
}

export function partsOf(url: string): MailedLink {
  const [uid = '', token = ''] = url.split('/').slice(-2);
  return { uid, token };
}
