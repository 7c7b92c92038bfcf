import type { Deps } from '#deps.ts';
import type { AppError } from '#platform/app-error.ts';
import { deleteSecurityEventsBefore, insertSecurityEvent, type AccountRow } from './accounts.queries.ts';

/**
 * Origin of a call: network address, request number, header `Cookie` (`known-device.service.ts`). `refusal`: thrown
 * for anything but a known device of the account, when the address is over its limit.
 */
export type Origin = { ip: string; requestId: string; cookies?: string | undefined; refusal?: AppError | undefined };

type SecurityEventKind =
  | 'sign_up'
  | 'sign_up_disowned'
  | 'activation_resent'
  | 'activation'
  | 'login'
  | 'login_failed'
  | 'logout'
  | 'session_ended'
  | 'other_sessions_ended'
  | 'password_refused'
  | 'password_changed'
  | 'password_reset_requested'
  | 'password_reset'
  | 'account_deleted'
  | 'api_key_created'
  | 'api_key_rotated'
  | 'api_key_revoked'
  | 'webhook_created'
  | 'throttled'
  | 'unexpected_failure'
  | 'payment_event_refused';

const KEPT_DAYS = 365;
const A_DAY_MS = 86_400_000;

/**
 * Writes a line of the audit trail, without e-mail. In parallel with the call, which neither waits for it nor fails
 * with it. Call it after the commit, with the application's own `deps`.
 */
export function recordEvent(
  deps: Deps,
  event: { kind: SecurityEventKind; account: Pick<AccountRow, 'id'> | undefined },
  origin: Origin,
): void {
  const { kind, account } = event;
  const row = { account_id: account?.id ?? null, kind, ip: origin.ip, request_id: origin.requestId };
  insertSecurityEvent(deps.db, { ...row, created_at: deps.clock() }).catch((err: unknown) =>
    deps.log.warn({ err, event: row }, 'security event not written'),
  );
}

export async function forgetOldEvents(deps: Deps): Promise<void> {
  await deleteSecurityEventsBefore(deps.db, new Date(deps.clock().getTime() - KEPT_DAYS * A_DAY_MS));
}
