/**
 * Why a supplier gave nothing usable. `timeout`: no answer in time; `unavailable`: network error, 5xx or open circuit;
 * `rate-limited`: 429, or our own limit has no slot; `malformed`: not what the contract says; `refused`: 4xx;
 * `not-held`: the supplier says that it lacks this answer.
 */
type SupplierFailureReason = 'timeout' | 'unavailable' | 'rate-limited' | 'malformed' | 'refused' | 'not-held';

type Details = {
  service: string;
  reason: SupplierFailureReason;
  detail: string;
  retryAfterMs?: number;
  cause?: unknown;
};

/** The only error that adapters and the HTTP client throw when a supplier fails; anything else is our bug. */
export class SupplierFailure extends Error {
  readonly service: string;
  readonly reason: SupplierFailureReason;
  /** `Retry-After` of the supplier. */
  readonly retryAfterMs: number | undefined;
  /** The supplier answers other questions: it is no failure of the service. */
  isOfOneQuestion = false;

  constructor({ service, reason, detail, retryAfterMs, cause }: Details) {
    super(`${service}: ${reason}: ${detail}`, { cause });
    this.name = 'SupplierFailure';
    this.service = service;
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A list that lacks some of what the supplier counts: read as it is, it would say « none here ». */
export const incomplete = (service: string, detail: string): SupplierFailure =>
  new SupplierFailure({ service, reason: 'malformed', detail: `incomplete: ${detail}` });
