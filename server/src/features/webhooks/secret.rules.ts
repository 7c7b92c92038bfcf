import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

export type SecretOwner = { id: string; secret_version: number; former_until: Date | null };

/** Standard Webhooks. Derived, so that no table holds it (decision 0093). */
export const secretOf = (key: Buffer, { id, secret_version: version }: Omit<SecretOwner, 'former_until'>): string =>
  `whsec_${createHmac('sha256', key).update(`${id}\n${version}`).digest('base64')}`;

/** After a rotation two secrets sign, until the former one ends. */
export function headersOf(
  key: Buffer,
  owner: SecretOwner,
  message: { id: string; at: Date; body: string },
): Record<string, string> {
  const { id, at, body } = message;
  const versions = [owner.secret_version];
  if (owner.former_until !== null && owner.former_until > at) versions.push(owner.secret_version - 1);
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
