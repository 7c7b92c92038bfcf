import type { TransactionType } from '@clairisque/contract/common/declarations.ts';
import type { PlannedDates as PlannedView } from '@clairisque/contract/checks.dates.ts';
import { Temporal } from 'temporal-polyfill';
import type { Deps } from '#deps.ts';
import {
  CHECKED_BEFORE,
  checkedAt,
  dateRefusals,
  dateWarnings,
  DEED_KINDS,
  signedRefusal,
  watchedUntil,
  type DeedKind,
  type PlannedDates,
} from '#domain/risks/deeds.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { lockAccountShared } from '#features/accounts/accounts.ts';
import { closeStatement } from '#features/statements/statements.ts';
import { accountGone, AppError } from '#platform/app-error.ts';
import { transact } from '#platform/db/db.ts';
import { findWatched, saveWatchOf, type Watched } from './watch.queries.ts';

type Owned = { accountId: number; id: number };
type Days = { [K in DeedKind]?: string | null | undefined };
/** An absent day stays as it is; null removes it. */
type Given = Days & {
  signe_le?: string | null | undefined;
  renouveler_ensuite?: boolean | undefined;
};

/** Throws `not_found`, also for a draft. */
export async function readDates(deps: Deps, owned: Owned): Promise<PlannedView> {
  const watched = await requireWatched(deps, owned);
  return view(watched, deps.clock());
}

async function requireWatched({ db }: Pick<Deps, 'db'>, owned: Owned): Promise<Watched> {
  const watched = await findWatched(db, owned);
  if (watched === undefined) throw new AppError('not_found', 'Pas trouvé.');
  return watched;
}

/** Throws `not_found`; `invalid_input` with a sentence under each refused date, and then keeps none. */
export async function changeDates(deps: Deps, owned: Owned, given: Given): Promise<PlannedView> {
  return transact(deps, async (deps) => {
    if (!(await lockAccountShared(deps.db, owned.accountId))) throw accountGone();
    const before = await requireWatched(deps, owned);
    const days = { ...before, ...withoutAbsent(given) };
    const planned = plannedOf(days);
    const signedOn = given.signe_le === undefined ? before.signedOn : given.signe_le;
    refuse(before, { planned, given, signedOn }, parisDate(deps.clock().toISOString()));
    await saveWatchOf(deps.db, {
      statement_id: owned.id,
      promesse_on: days.promesse,
      acte_on: days.acte,
      lease_on: days.bail,
      signed_on: signedOn,
      renew_then: given.renouveler_ensuite ?? before.renewThen,
      changed_at: deps.clock(),
    });
    if (given.signe_le !== undefined && (signedOn === null) !== (before.signedOn === null)) {
      await closeStatement(deps, owned, signedOn !== null);
    }
    return view(await requireWatched(deps, owned), deps.clock());
  });
}

/** Refuses days for a statement that is not issued yet. Throws `invalid_input` with a sentence under each. */
export function refuseDays({ clock }: Pick<Deps, 'clock'>, days: Days, transaction: TransactionType): void {
  const today = parisDate(clock().toISOString());
  const planned = plannedOf(days);
  throwRefusals(dateRefusals(planned, DEED_KINDS, { transaction, today }));
}

function throwRefusals(refusals: Record<string, string>): void {
  const fields = Object.entries(refusals).map(([field, sentence]): [string, string[]] => [field, [sentence]]);
  if (fields.length > 0) throw new AppError('invalid_input', Object.fromEntries(fields));
}

/** Kept with the draft of a statement, in the caller’s transaction: it is watched from its issue. */
export async function planDays({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: number, days: Days): Promise<void> {
  const { promesse = null, acte = null, bail = null } = days;
  if ((promesse ?? acte ?? bail) === null) return;
  const planned = { promesse_on: promesse, acte_on: acte, lease_on: bail };
  await saveWatchOf(db, { statement_id: id, ...planned, signed_on: null, renew_then: false, changed_at: clock() });
}

const withoutAbsent = (given: Given): Partial<Record<DeedKind, string | null>> =>
  Object.fromEntries(DEED_KINDS.flatMap((kind) => (given[kind] === undefined ? [] : [[kind, given[kind]]])));

const dayIn = (text: string | null | undefined): Temporal.PlainDate | null =>
  text === null || text === undefined ? null : Temporal.PlainDate.from(text);

const plannedOf = ({ promesse, acte, bail }: Days): PlannedDates => ({
  promesse: dayIn(promesse),
  acte: dayIn(acte),
  bail: dayIn(bail),
});

type Changed = { planned: PlannedDates; given: Given; signedOn: string | null };

function refuse(before: Watched, { planned, given, signedOn }: Changed, today: Temporal.PlainDate): void {
  const changed = DEED_KINDS.filter((kind) => given[kind] !== undefined && given[kind] !== before[kind]);
  const issuedOn = parisDate(before.issuedAt.toISOString());
  const refusals: Record<string, string> = dateRefusals(planned, changed, { transaction: before.transaction, today });
  const signed = dayIn(signedOn);
  const whySigned = given.signe_le === undefined || signed === null ? null : signedRefusal(signed, { issuedOn, today });
  if (whySigned !== null) refusals['signe_le'] = whySigned;
  if (given.renouveler_ensuite === true && !canRenewThen(before, planned)) {
    refusals['renouveler_ensuite'] =
      'Le renouvellement ne sert que pour une date après l’expiration de ce document, s’il n’a pas déjà été renouvelé.';
  }
  throwRefusals(refusals);
}

const canRenewThen = (watched: Watched, planned: PlannedDates): boolean =>
  DEED_KINDS.some((kind) => {
    const day = planned[kind];
    return day !== null && dateWarnings(day, lifeOf(watched)).some(({ renewableOn }) => renewableOn !== null);
  });

const lifeOf = ({ transaction, issuedAt, expiresOn, renewedAt }: Watched) => ({
  transaction,
  issuedOn: parisDate(issuedAt.toISOString()),
  expiresOn: Temporal.PlainDate.from(expiresOn),
  isRenewed: renewedAt !== null,
});

function view(watched: Watched, now: Date): PlannedView {
  const planned = plannedOf(watched);
  const life = lifeOf(watched);
  const isOpen = watched.closedAt === null;
  const today = parisDate(now.toISOString());
  return {
    reference: watched.reference,
    adresse: watched.adresse,
    type: watched.transaction,
    conclu: !isOpen,
    promesse: watched.promesse,
    acte: watched.acte,
    bail: watched.bail,
    signe_le: watched.signedOn,
    renouveler_ensuite: watched.renewThen,
    avertissements: DEED_KINDS.flatMap((kind) => {
      const day = planned[kind];
      if (day === null || !isOpen || Temporal.PlainDate.compare(day, today) < 0) return [];
      return dateWarnings(day, life).map(({ sentence, renewableOn }) => ({
        date: kind,
        phrase: sentence,
        renouvelable_le: renewableOn?.toString() ?? null,
      }));
    }),
    controles: isOpen ? checksToCome(planned, life, now) : [],
    surveille_jusqu_au: watchedUntil(life.issuedOn).toString(),
  };
}

type Life = { issuedOn: Temporal.PlainDate; expiresOn: Temporal.PlainDate };

/** Planned checks of the current document, within the year of checks. */
function checksToCome(planned: PlannedDates, { issuedOn, expiresOn }: Life, now: Date): PlannedView['controles'] {
  const last =
    [watchedUntil(issuedOn), expiresOn].toSorted((one, other) => Temporal.PlainDate.compare(one, other))[0] ??
    expiresOn;
  return DEED_KINDS.flatMap((kind) => {
    const day = planned[kind];
    if (day === null) return [];
    return CHECKED_BEFORE.flatMap((daysBefore) => {
      const at = checkedAt(day, daysBefore);
      const isToCome = at.epochMilliseconds > now.getTime() && Temporal.PlainDate.compare(parisDate(at), last) <= 0;
      return isToCome
        ? [{ le: new Date(at.epochMilliseconds).toISOString(), pour: kind, jours_avant: daysBefore }]
        : [];
    });
  }).toSorted((one, other) => one.le.localeCompare(other.le));
}
