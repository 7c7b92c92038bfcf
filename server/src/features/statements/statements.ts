import { isToCheck } from '@clairisque/contract/common/to-check.ts';
import type { StatementListItem } from '@clairisque/contract/statements.ts';
import { Temporal } from 'temporal-polyfill';
import type { Deps } from '#deps.ts';
import { departementOf } from '#domain/geometry/place.ts';
import { parisDate, statementValidity } from '#domain/risks/validity.ts';
import { AppError } from '#platform/app-error.ts';
import { readItemsRange, type ItemsRange } from '#platform/http/partial-answers.ts';
import { countIssued, findIssued, listIssued, listWatched, markClosed, type IssuedRow } from './statements.queries.ts';

type Owned = { accountId: number; id: number };
type List = { items: StatementListItem[]; range: (ItemsRange & { total: number }) | null };

/**
 * The issued statements of an account, newest first: all of them, or the window of the header `Range`. `beyond` when
 * that window starts after the last one.
 */
export async function listStatements(
  deps: Deps,
  { accountId, range }: { accountId: number; range: string | undefined },
): Promise<List | { beyond: number }> {
  const total = range === undefined ? 0 : await countIssued(deps.db, accountId);
  const window = readItemsRange(range, total);
  if (window === 'beyond') return { beyond: total };
  const rows = await listIssued(deps.db, accountId, window);
  const validityOf = validities(deps.clock());
  return {
    items: rows.map((row) => itemOf(row, validityOf(row), deps.clock())),
    range: window && { ...window, total },
  };
}

/** How many of the list are « à vérifier ». */
export async function countToCheck(deps: Deps, accountId: number): Promise<number> {
  const now = deps.clock();
  const dayOf = (instant: string) => parisDate(instant).toString();
  const today = dayOf(now.toISOString());
  const rows = await listWatched(deps.db, accountId);
  return rows.filter((row) =>
    isToCheck({ signature_prevue: nearestDay(row, now), verification: verificationOf(row) }, { today, dayOf }),
  ).length;
}

/** One statement. Throws `not_found` for a draft too. */
export async function readListItem(deps: Deps, owned: Owned): Promise<StatementListItem> {
  const row = await findIssued(deps.db, owned);
  if (row === undefined) throw new AppError('not_found', 'Pas trouvé.');
  const now = deps.clock();
  return itemOf(row, validities(now)(row), now);
}

type ListedValidity = Pick<
  StatementListItem,
  'date_expiration_regeneration' | 'peut_regenerer' | 'jours_restants_regeneration' | 'statut_regeneration'
>;

/** Statements of the same days have the same state: thousands of rows need a few hundred computations. */
function validities(now: Date): (row: IssuedRow) => ListedValidity {
  const today = parisDate(now.toISOString());
  const known = new Map<string, ListedValidity>();
  return ({ issued_on, renewed_on }) => {
    const key = `${issued_on} ${renewed_on}`;
    const validity = known.get(key) ?? validityOn(today, { issued_on, renewed_on });
    known.set(key, validity);
    return validity;
  };
}

function validityOn(today: Temporal.PlainDate, days: Pick<IssuedRow, 'issued_on' | 'renewed_on'>): ListedValidity {
  const issuedOn = Temporal.PlainDate.from(days.issued_on);
  const renewedOn = days.renewed_on === null ? null : Temporal.PlainDate.from(days.renewed_on);
  const validity = statementValidity({ issuedOn, renewedOn }, today);
  return {
    date_expiration_regeneration: (validity.renewalExpiresOn ?? validity.expiresOn).toString(),
    peut_regenerer: validity.renewable,
    jours_restants_regeneration: validity.daysLeftToRenew,
    statut_regeneration: validity.state,
  };
}

function itemOf(row: IssuedRow, validity: ListedValidity, now: Date): StatementListItem {
  const [, commune = ''] = row.code_parcelle.split('@');
  return {
    id: row.id,
    adresse: row.adresse,
    type: row.type_de_transaction,
    destinataires: row.acheteur_nom,
    date0: row.issued_at.toISOString(),
    nb_regenerations: row.renewed_at === null ? 0 : 1,
    derniere_regeneration: row.renewed_at?.toISOString() ?? null,
    ...validity,
    departement: departementOf(commune),
    commune: row.commune_nom,
    reference: row.reference,
    a_completer: row.open_questions,
    signature_prevue: nearestDay(row, now),
    verification: verificationOf(row),
    conclu: row.closed_at !== null,
    ...(row.parcelles && { parcelles: row.parcelles }),
    ...(row.communes && row.communes.length > 1 && { autres_communes: row.communes.slice(1).map(({ nom }) => nom) }),
  };
}

/** The nearest planned promesse, acte or lease that has not passed. */
function nearestDay({ promesse_on, acte_on, lease_on }: IssuedRow, now: Date): string | null {
  const planned = [promesse_on, acte_on, lease_on].filter((day) => day !== null);
  if (planned.length === 0) return null;
  const today = parisDate(now.toISOString()).toString();
  return planned.filter((day) => day >= today).toSorted()[0] ?? null;
}

/** The newest check of a statement that found something, or lacks something. */
function verificationOf({ check_outcome, check_missing, checked_at }: IssuedRow): StatementListItem['verification'] {
  if (checked_at === null) return null;
  const etat = check_outcome === 'unchanged' ? 'inchange' : check_outcome === 'changed' ? 'change' : 'incomplet';
  return etat === 'incomplet' && check_missing !== true ? null : { etat, le: checked_at.toISOString() };
}

/** Sets or clears « Vente conclue », « Bail conclu ». */
export async function closeStatement(deps: Deps, owned: Owned, isClosed: boolean): Promise<StatementListItem> {
  await markClosed(deps.db, owned, isClosed ? deps.clock() : null);
  return readListItem(deps, owned);
}
