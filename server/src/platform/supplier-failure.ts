/**
 * Why a supplier gave nothing usable. `timeout` no answer in time; `unavailable` network error, 5xx or open circuit;
 * `rate-limited` 429, or our own limit leaves no room; `malformed` an answer that is not what the contract says;
 * `refused` 4xx; `not-held` the supplier says that it does not hold this answer.
 */
type SupplierFailureReason = 'timeout' | 'unavailable' | 'rate-limited' | 'malformed' | 'refused' | 'not-held';

type Details = {
  service: string;
  reason: SupplierFailureReason;
  detail: string;
  retryAfterMs?: number;
  cause?: unknown;
};

/** The one error that adapters and the HTTP client throw for a supplier's failure; anything else is a bug of ours. */
export class SupplierFailure extends Error {
  readonly service: string;
  readonly reason: SupplierFailureReason;
  /** What the supplier asked us to wait (`Retry-After`). */
  readonly retryAfterMs: number | undefined;

  constructor({ service, reason, detail, retryAfterMs, cause }: Details) {
    super(`${service}: ${reason}: ${detail}`, { cause });
    this.name = 'SupplierFailure';
    this.service = service;
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}
