import type { Target } from '../../server/test/honest-calls.ts';

/**
 * One request; `raw` replaces the others with exact bytes. `refused`: anything but a refusal is a leak; `alone`: a
 * second request hidden in it must get no response.
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
  /** The address that was searched: an answer that says something else must say so. */
  typed?: { door: string; postcode: string };
};

export type Made = Omit<Input, 'kind'>;

/** Objects of the attacking accounts, and URLs of others' objects. */
export type World = {
  targets: Target[];
  /** Many sessions of the attackers, since a call may end its own. */
  tokens: string[];
  /** Keys of API v3. */
  keys: string[];
  /** Statements of the attackers. */
  ownIds: number[];
  /** Secrets in their URLs that need no session: a link, a visitor’s acknowledgement, a calendar. */
  ownSecrets: Record<string, string>;
  /** Objects of another account, out of reach for these tokens. */
  foreign: { method: string; path: string; body?: unknown }[];
  /** Secrets that attackers send as their own passwords, and that no log may contain. */
  typedSecret: string;
};
