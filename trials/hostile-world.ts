import type { Target } from '../server/test/honest-calls.ts';

/**
 * One request; `raw` replaces the others by the very bytes. `refused`: anything but a refusal is a leak; `alone`: what seems
 * to be a second request in it must not be answered.
 */
export type Input = {
  kind: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
  raw?: string;
  refused?: boolean;
  alone?: boolean;
};

export type Made = Omit<Input, 'kind'>;

/** What belongs to the accounts that attack, and addresses of what belongs to others. */
export type World = {
  targets: Target[];
  /** Sessions of the attackers, many: a call may end its own. */
  tokens: string[];
  /** Statements of the attackers. */
  ownIds: number[];
  /** What stands in addresses of theirs that need no session: a link, a visitor’s acknowledgement, a calendar. */
  ownSecrets: Record<string, string>;
  /** Of somebody else: what none of these tokens may reach. */
  foreign: { method: string; path: string; body?: unknown }[];
  /** Secrets that attackers send as their own passwords, and that no log may show. */
  typedSecret: string;
};
