/** Stripe's error: `body` goes under the key `error`. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: { type: string; message: string; code?: string; param?: string };
  constructor(status: number, body: StripeError['body']) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

/** A refused request; `detail` names the error and the wrong parameter, `a[b][0]`. */
export function invalid(message: string, detail: { code?: string; param?: string } = {}): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message, ...detail });
}

export function missingParameter(param: string): StripeError {
  return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

/** `kind` is Stripe's name: `checkout.session`, `payment_intent`. */
export function noSuch(kind: string, id: string, param = 'id'): StripeError {
  const message = `No such ${kind}: '${id}'`;
  return new StripeError(404, { type: 'invalid_request_error', code: 'resource_missing', message, param });
}
