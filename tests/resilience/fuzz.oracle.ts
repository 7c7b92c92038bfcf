import type { Input } from './fuzz.environment.ts';
import { WAITED, type Answer } from './fuzz.connection.ts';

/** Patterns of what a server must not reveal. */
const LEAKS: readonly [what: string, pattern: RegExp][] = [
  ['a stack', /\bat [\w.<>]+ \(?(?:file:|node:|\/)[^\s]*:\d+:\d+/],
  ['a path of the machine', /\/(?:server\/src|node_modules|simulators\/src)\/|clairisque-[A-Za-z0-9]{6}\//],
  [
    'SQL',
    /(?:syntax error at or near|violates \w+ constraint|duplicate key value|relation "\w+"|invalid byte sequence|insert into "|select "?\w+"? from "|QueryResultError)/i,
  ],
  ['a file of the machine', /root:[x*]:0:0|\[extensions\]|BEGIN [A-Z ]*PRIVATE KEY/],
  // The secret of a webhook is given once, to who makes it.
  ['an address within', /postgres(?:ql)?:\/\/\w+:|(?<!"secret":")whsec_\w|sk_test_\w/],
];

export type Oracle = (input: Input, answer: Answer) => string | null;

/** Returns the fault of a response, or null. `canaries` must be in none, unless they were sent. */
export function createOracle(canaries: readonly string[]): Oracle {
  return (input, answer) =>
    lateness(answer) ??
    silence(input, answer) ??
    leakIn(input, answer, canaries) ??
    injectionIn(input, answer) ??
    misreadIn(input, answer);
}

/** Bounded work: the longest honest calls, a statement to print, take less. */
const SLOW_MS = 10_000;

function lateness({ status, text, ms }: Answer): string | null {
  if (status >= 500) return String(status);
  if (text === 'Error: no answer') return 'no answer';
  return ms > SLOW_MS ? `answered after ${Math.round(ms)} ms` : null;
}

/**
 * Every input gets a response, except two: Node closes the connection of a `CONNECT`, which we do not offer, and a
 * changed byte in raw bytes may make a request that never ends.
 */
function silence({ raw, alone }: Input, { status, text }: Answer): string | null {
  if (status !== 0) return null;
  const isExplained = raw !== undefined && (raw.startsWith('CONNECT ') || (alone === false && text === WAITED));
  return isExplained ? null : `closed without an answer: ${text}`;
}

function leakIn(input: Input, { headers, text }: Answer, canaries: readonly string[]): string | null {
  const all = `${headers}\n${text}`;
  const isSent = (found: string): boolean => sentIn(input).includes(found);
  const shown = canaries.find((word) => all.includes(word) && !isSent(word));
  if (shown !== undefined) return `shows ${shown}`;
  for (const [what, pattern] of LEAKS) {
    const [found] = pattern.exec(all) ?? [];
    if (found !== undefined && !isSent(found)) return `shows ${what}: ${found}`;
  }
  return null;
}

const sentIn = ({ path, headers, body, raw }: Input): string =>
  `${path}${JSON.stringify(headers)}${String(body ?? '')}${raw ?? ''}`;

/** The sender's text became a header, or reached another user's object. */
function injectionIn(input: Input, { status, headers, answers }: Answer): string | null {
  if (/^(?:x-pirate|set-cookie)/im.test(headers)) return 'a header of the sender’s';
  if (/pirate\.example/.test(headers)) return 'the sender’s host in a header';
  if (input.refused === true && status < 400) return `${status} for what belongs to another`;
  const hidesAnother = input.alone === true && input.raw?.includes('\r\n\r\nGET /api');
  return hidesAnother && answers > 1 ? `${answers} answers to one request` : null;
}

type Found = { properties: { label: string; housenumber?: string; postcode?: string }; ecarts?: string[] };

/** Another door or postcode than the typed one, which the answer does not say. */
function misreadIn({ typed }: Input, { status, text }: Answer): string | null {
  if (typed === undefined || status !== 200) return null;
  const { features } = JSON.parse(text) as { features: Found[] };
  const other = features.find(({ properties: { housenumber, postcode }, ecarts = [] }) => {
    const isOther = plainDoor(housenumber) !== plainDoor(typed.door) || postcode !== typed.postcode;
    return isOther && ecarts.length === 0;
  });
  return other === undefined ? null : `« ${other.properties.label} » said to be ${typed.door}, ${typed.postcode}`;
}

const plainDoor = (door = ''): string => door.toLowerCase().replaceAll(/\s/g, '');

/** The request in a form that can be replayed. */
export function written({ kind, method, path, headers, body, raw }: Input): string {
  if (raw !== undefined) return `${kind}: ${JSON.stringify(raw.slice(0, 2_000))}`;
  const content = body === undefined ? '' : ` ${JSON.stringify(String(body).slice(0, 2_000))}`;
  return `${kind}: ${method} ${path.slice(0, 1_000)} ${JSON.stringify(headers).slice(0, 2_000)}${content}`;
}
