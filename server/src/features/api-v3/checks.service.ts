import {
  MOST_CHECKED,
  type CheckAnswerV3,
  type CheckV3,
  type DatesChangeV3,
  type DatesV3,
} from '@clairisque/contract/api-v3.checks.ts';
import type { StatementRequest } from '@clairisque/contract/api-v3.ts';
import type { Check } from '@clairisque/contract/checks.ts';
import type { PlannedField } from '@clairisque/contract/common/property-columns.ts';
import { checkKey, statementKey } from '@clairisque/contract/common/v3.ts';
import type { Deed, PlannedDates } from '@clairisque/contract/checks.dates.ts';
import type { Deps } from '#deps.ts';
import { numberOf } from '#features/api-keys/api-keys.ts';
import {
  askCheck,
  askChecks,
  changeDates,
  checksBefore,
  listChecks,
  planDays,
  plannedAfter,
  refuseDays,
  type Answered,
} from '#features/checks/checks.ts';
import { AppError, DetailedError } from '#platform/app-error.ts';
import { pageOf, readNumberCursor } from '#platform/http/cursors.ts';
import { requireReady } from './statements.service.ts';

type Owned = { accountId: number; id: number };

const NAMES: Record<Deed, PlannedField> = { promesse: 'preliminary_contract', acte: 'deed', bail: 'lease' };
const POINTERS: Record<string, string> = { ...NAMES, signe_le: 'signed_on', renouveler_ensuite: 'renew_then' };

/** Throws `not_found`, `statement_not_ready`; `invalid_input` with each refused date. */
export async function changeDatesV3(deps: Deps, owned: Owned, given: DatesChangeV3): Promise<DatesV3> {
  await requireReady(deps, owned);
  const { preliminary_contract: promesse, deed: acte, lease: bail, signed_on, renew_then } = given;
  const asked = { promesse, acte, bail, signe_le: signed_on, renouveler_ensuite: renew_then };
  const dates = await changeDates(deps, owned, asked).catch((error: unknown) => {
    throw inPointers(error);
  });
  return datesInV3(deps, owned, dates);
}

const daysIn = ({ preliminary_contract: promesse, deed: acte, lease: bail }: StatementRequest) => ({
  promesse,
  acte,
  bail,
});

/** Refuses planned days of a statement that is asked for. Throws `invalid_input` with each of them. */
export function refusePlanned(deps: Pick<Deps, 'clock'>, request: StatementRequest): void {
  try {
    refuseDays(deps, daysIn(request), request.transaction === 'sale' ? 'Vente' : 'Location');
  } catch (error) {
    throw inPointers(error);
  }
}

/** Kept with its draft, in the caller’s transaction. */
export const keepPlanned = (deps: Pick<Deps, 'db' | 'clock'>, id: number, request: StatementRequest): Promise<void> =>
  planDays(deps, id, daysIn(request));

function inPointers(error: unknown): unknown {
  if (!(error instanceof AppError) || typeof error.content === 'string' || Array.isArray(error.content)) return error;
  const errors = Object.entries(error.content).flatMap(([field, messages]) =>
    messages.map((detail) => ({ pointer: `/${POINTERS[field] ?? field}`, title: 'This date is refused.', detail })),
  );
  return new DetailedError(error.code, errors[0]?.detail ?? '', { errors });
}

const datesInV3 = ({ mode }: Deps, { id }: Owned, dates: PlannedDates): DatesV3 => ({
  mode,
  statement_id: statementKey(id, mode),
  preliminary_contract: dates.promesse,
  deed: dates.acte,
  lease: dates.bail,
  signed_on: dates.signe_le,
  renew_then: dates.renouveler_ensuite,
  warnings: dates.avertissements.map(({ date, phrase, renouvelable_le }) => ({
    date: NAMES[date],
    detail: phrase,
    renewable_on: renouvelable_le,
  })),
  next_checks: dates.controles.map(({ le, pour, jours_avant }) => ({
    at: le,
    date: NAMES[pour],
    days_before: jours_avant,
  })),
  checked_until: dates.surveille_jusqu_au,
});

const STATES: Record<Check['etat'], CheckV3['status']> = {
  en_attente: 'waiting',
  en_cours: 'running',
  inchange: 'unchanged',
  change: 'changed',
  incomplet: 'incomplete',
  abandonne: 'dropped',
};
const REASONS: Record<Check['origine'], CheckV3['reason']> = {
  date: 'date',
  activation: 'release',
  proprietaire: 'owner',
  visiteur: 'visitor',
  programme: 'key',
};

const checkInV3 = ({ mode, publicUrl }: Deps, { id }: Owned, check: Check): CheckV3 => ({
  id: checkKey(check.id, mode),
  mode,
  statement_id: statementKey(id, mode),
  status: STATES[check.etat],
  reason: REASONS[check.origine],
  asked_at: check.demande_le,
  checked_at: check.fait_le,
  reference: check.reference,
  attestation: check.attestation && {
    ...check.attestation,
    url: `${publicUrl}/api/v2/verification/attestation/${check.attestation.reference}/pdf/`,
  },
  new_reference: check.nouvelle_edition,
  changes: check.changements,
  missing: check.non_obtenu.map(({ rubrique, raison }) => ({ heading: rubrique, detail: raison })),
  next_attempt_at: check.prochain_essai,
});

/** Throws `not_found`, `conflict` once signed, expired or after a year, `statement_not_ready`. */
export async function askCheckV3(deps: Deps, owned: Owned): Promise<CheckV3> {
  await requireReady(deps, owned);
  return checkInV3(deps, owned, (await askCheck(deps, owned, 'key')).view);
}

export async function listChecksV3(deps: Deps, owned: Owned): Promise<{ mode: Deps['mode']; data: CheckV3[] }> {
  await requireReady(deps, owned);
  const { controles } = await listChecks(deps, owned);
  return { mode: deps.mode, data: controles.map((check) => checkInV3(deps, owned, check)) };
}

type Page<T> = { mode: Deps['mode']; data: T[]; has_more: boolean; next_cursor: string | null };

/** Throws `id_of_other_mode`. */
export async function askChecksV3(
  deps: Deps,
  accountId: number,
  keys: readonly string[],
): Promise<{ mode: Deps['mode']; data: CheckAnswerV3[] }> {
  const ids = keys.map((key) => numberOf(deps.mode, key));
  const answered = await askChecks(deps, { accountId, ids, origin: 'key' });
  return { mode: deps.mode, data: answered.map((one) => answerOf(deps, accountId, one)) };
}

/** Throws `invalid_input` for a cursor that is not ours. */
export async function askPlannedV3(
  deps: Deps,
  accountId: number,
  cursor: string | undefined,
): Promise<Page<CheckAnswerV3>> {
  const after = readNumberCursor(cursor, 'stm', deps.mode) ?? 0;
  const ids = await plannedAfter(deps, { accountId, after, limit: MOST_CHECKED + 1 });
  const answered = await askChecks(deps, { accountId, ids: ids.slice(0, MOST_CHECKED), origin: 'key' });
  const answers = new Map(answered.map((one) => [one.id, one]));
  const item = (id: number) => answerOf(deps, accountId, answers.get(id) ?? { id, check: null, refusal: null });
  return { mode: deps.mode, ...pageOf(ids, { limit: MOST_CHECKED, item }) };
}

function answerOf(deps: Deps, accountId: number, { id, check, refusal }: Answered): CheckAnswerV3 {
  const key = statementKey(id, deps.mode);
  if (check !== null) return { id: key, check: checkInV3(deps, { accountId, id }, check), problem: null };
  const missing = { code: 'not_found', detail: 'Votre compte n’a pas cet état des risques.' } as const;
  return { id: key, check: null, problem: refusal === null ? missing : { code: 'conflict', detail: refusal } };
}

type Listed = { limit: number; cursor?: string | undefined };

/** Newest first. Throws `invalid_input` for a cursor that is not ours. */
export async function listAllChecksV3(
  deps: Deps,
  accountId: number,
  { limit, cursor }: Listed,
): Promise<Page<CheckV3>> {
  const before = readNumberCursor(cursor, 'chk', deps.mode);
  const rows = await checksBefore(deps, { accountId, before, limit: limit + 1 });
  const item = ({ statementId: id, check }: (typeof rows)[number]) => checkInV3(deps, { accountId, id }, check);
  return { mode: deps.mode, ...pageOf(rows, { limit, item }) };
}
