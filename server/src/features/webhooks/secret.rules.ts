import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** A secret that was replaced, and the end promised then (ISO). */
export type FormerSecret = { version: number; until: string };
/** `former_until`: of the last former one, when a former version of the program replaced it. */
export type SecretOwner = {
  id: string;
  secret_version: number;
  former_until: Date | null;
  former_secrets: FormerSecret[];
};

/** Former secrets that still sign, the latest last. */
export function stillSigning(owner: Omit<SecretOwner, 'id'>, at: Date): FormerSecret[] {
  const { former_secrets: known, former_until: until } = owner;
  const version = owner.secret_version - 1;
  const isKnown = until === null || known.some((former) => former.version === version);
  const all = isKnown ? known : [...known, { version, until: until.toISOString() }];
  return all.filter((former) => new Date(former.until) > at);
}

/** Standard Webhooks. Derived, so that no table holds it (decision 0093). */
export const secretOf = (
  key: Buffer,
  { id, secret_version: version }: Pick<SecretOwner, 'id' | 'secret_version'>,
): string => `whsec_${createHmac('sha256', key).update(`${id}\n${version}`).digest('base64')}`;

/** After rotations every secret signs until its own end. */
export function headersOf(
  key: Buffer,
  owner: SecretOwner,
  message: { id: string; at: Date; body: string },
): Record<string, string> {
  const { id, at, body } = message;
  const versions = [owner.secret_version, ...stillSigning(owner, at).map(({ version }) => version)];
  const signatures = versions.map((secret_version) =>
    new Webhook(secretOf(key, { id: owner.id, secret_version })).sign(id, at, body),
  );
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
