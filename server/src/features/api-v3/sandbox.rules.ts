import { SANDBOX_CASES, type SandboxCase } from '@clairisque/contract/api-v3.sandbox.ts';
import { PROBLEMS } from '@clairisque/contract/common/problems.ts';
import { FAILURES, type FailureCode } from '@clairisque/contract/common/errors.ts';
import { AppError } from '#platform/app-error.ts';

const CASES: readonly SandboxCase[] = SANDBOX_CASES;
const FORCED = new Map(
  CASES.flatMap(({ forcedParcel: parcel, code }) => (parcel && isFailure(code) ? [[parcel, code]] : [])),
);
const RETRY_AFTER_S = 5;

/** For test keys: throws the refusal that the sandbox's table names for one of these parcels. */
export function refuseForced(codes: readonly string[]): void {
  const code = codes.map((parcel) => FORCED.get(parcel)).find((one) => one !== undefined);
  if (code === undefined) return;
  const detail = `Refus demandé par la parcelle d’essai : ${PROBLEMS[code].remedy}`;
  throw new AppError(code, detail, code === 'no_credit' ? null : RETRY_AFTER_S);
}

function isFailure(code: SandboxCase['code']): code is FailureCode {
  return code !== null && code in FAILURES;
}
