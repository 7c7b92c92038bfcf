import { setTimeout as sleep } from 'node:timers/promises';

/** The two parts of a mailed link. */
type MailedLink = { uid: string; token: string };

/** The activation links mailed to that address, newest first; none when nothing arrived in time. */
export async function mailedLinks(options: {
  mailboxUrl: string;
  email: string;
  withinMs: number;
}): Promise<MailedLink[]> {
  const { mailboxUrl, email, withinMs } = options;
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(150)) {
    const links = (await textsTo(mailboxUrl, email)).flatMap((text) => linkIn(text) ?? []);
    if (links.length > 0) return links;
  }
  return [];
}

async function textsTo(mailboxUrl: string, email: string): Promise<string[]> {
  const answer = await fetch(`${mailboxUrl}/messages?to=${encodeURIComponent(email)}`).catch(() => null);
  if (!answer?.ok) return [];
  return ((await answer.json()) as { text: string }[]).map(({ text }) => text);
}

function linkIn(text: string): MailedLink | null {
  const [, uid, token] = /\/activate\/([^/\s]+)\/([^/\s]+)/.exec(text) ?? [];
  return uid === undefined || token === undefined ? null : { uid, token };
}
