import type { EventData } from '@clairisque/contract/common/events.ts';
import { statementKey } from '@clairisque/contract/common/v3.ts';
import { Temporal } from 'temporal-polyfill';
import type { Deps } from '#deps.ts';
import { changesSince, notComparable } from '#domain/headings/changes.ts';
import { type Place, communesOf } from '#domain/geometry/place.ts';
import type { Findings } from '#domain/risks/findings.ts';
import { assessRisks } from '#domain/headings/assess.ts';
import { stillDeclared } from '#domain/statement-document/still-declared.ts';
import { issuability } from '#domain/risks/issuability.ts';
import { parisDate } from '#domain/risks/validity.ts';
import {
  createExchangeRecord,
  factsOf,
  withLaterFacts,
  type Edition,
  type NewEdition,
} from '#features/documents/documents.ts';
import { givenAnswers } from '#features/questions/questions.ts';
import type { Clock } from '#platform/clock.ts';
import { transact } from '#platform/db/db.ts';
import { AppError } from '#platform/app-error.ts';
import { confirmPendingFiles, removePendingFiles } from '#platform/files/pending-files.ts';
import { verifyAddress } from './address.service.ts';
import { assembleStatement } from './assembly.service.ts';
import { findPlace } from './place.service.ts';
import { printAndStore } from './printing.service.ts';
import { collectWithProgress } from './progress.service.ts';
import type { Again } from './again.service.ts';
import type { IssuedPlace, StatementRow } from './issuance.queries.ts';

/** An edition whose files are stored and whose row is not written yet; the communes are the cadastre's. */
export type PreparedEdition = { edition: NewEdition } & IssuedPlace;

/**
 * `clock` dates the new document, and nothing that a machine waits for. `again`: what a check has collected, for an edition
 * that updates the former one in place of renewing it.
 */
type Renewal = { former: Edition; clock: Clock; again?: Again };

/**
 * Collects, assesses, prints and stores one edition: the original, a renewal, or an updated one. Writes only the progress
 * to the database. Throws `not_found`, `invalid_input` (no such parcel; `conflict` for a renewal), `facts_not_obtained`
 * (a compulsory heading has no answer).
 */
export async function issueEdition(
  deps: Deps,
  statement: StatementRow,
  renewal: Renewal | null,
): Promise<PreparedEdition> {
  const { former, clock, again } = renewal ?? { former: null, clock: deps.clock };
  const answers = again?.answers ?? createExchangeRecord();
  const suppliers = { ...deps, observer: answers.observer };
  const { step } = deps.telemetry;
  const place = again?.place ?? (await step('place', () => findPlace(suppliers, statement, former)));
  const assembled = await assembleStatement(suppliers, place, {
    step,
    address: () => verifyAddress(suppliers, statement, place),
    collect: async () => again?.facts ?? collectWithProgress(suppliers, statement.id, place),
    refuse: (findings) => refuseMissingFacts(findings, { former, at: clock() }),
    choices: statement.declarations?.pages_des_plans ?? [],
  });
  const given = await givenAnswers(deps, statement, { renewedAt: renewalOf(statement, renewal) });
  const changes = former === null ? [] : await compare(deps, former, assembled.content);
  const declarations =
    former === null ? statement.declarations : await declarationsNow(deps, statement, assembled.content);
  const edition = await step('print', () =>
    printAndStore(deps, {
      clock,
      statement: { ...statement, declarations },
      former,
      isUpdate: again !== undefined,
      answers,
      changes,
      assembled,
      given,
    }),
  );
  return { edition, ...placeToWrite(assembled.content.place) };
}

/** When answers became old. They outlive an update: its new questions are asked, the others are not asked again. */
function renewalOf(statement: StatementRow, renewal: Renewal | null): Date | null {
  if (renewal === null) return null;
  return renewal.again === undefined ? renewal.clock() : statement.renewed_at;
}

function placeToWrite(place: Place): IssuedPlace {
  const { communeName, parcels } = place;
  const communes = communesOf(place).map(({ code, name }) => ({ nom: name, code_insee: code }));
  return { communeName, communes: parcels.length > 1 ? communes : null };
}

function refuseMissingFacts(findings: Findings, { former, at }: { former: Edition | null; at: Date }): void {
  const blocking = issuability(findings, Temporal.Instant.from(at.toISOString()));
  if (blocking.length === 0) return;
  const names = blocking.map((heading) => heading.label).join(', ');
  const kept = former === null ? 'Aucun crédit n’a été débité.' : 'Votre droit au renouvellement est intact.';
  throw new AppError(
    'facts_not_obtained',
    `Données non obtenues\u00A0: ${names}. ${kept} Réessayez dans quelques minutes.`,
  );
}

/**
 * Changes since the former edition, both assessed by today's rules. Its facts may have a shape that they cannot read.
 */
async function compare(
  deps: Deps,
  former: Edition,
  { place, findings }: { place: Place; findings: Findings },
): Promise<string[]> {
  const issuedOn = parisDate(former.issuedAt.toISOString());
  const facts = await factsOf(deps.db, former);
  if (facts === undefined) throw new AppError('not_found', 'Pas trouvé.');
  try {
    return changesSince({ findings: assessRisks(withLaterFacts(facts), place), issuedOn }, findings);
  } catch (err) {
    deps.log.warn({ err, reference: former.reference }, 'facts of a former edition not readable');
    return [notComparable(issuedOn)];
  }
}

/** Declarations are about what the original says: they are only given before its issue. */
async function declarationsNow(
  deps: Deps,
  { id, declarations }: StatementRow,
  { place, findings }: { place: Place; findings: Findings },
): Promise<StatementRow['declarations']> {
  if (declarations === null) return null;
  const facts = await factsOf(deps.db, { statementId: id, edition: 1 });
  if (facts === undefined) throw new AppError('not_found', 'Pas trouvé.');
  try {
    return stillDeclared(declarations, { before: assessRisks(withLaterFacts(facts), place), now: findings });
  } catch (err) {
    deps.log.warn({ err, statement: id }, 'facts of an original not readable: declarations are asked again');
    return stillDeclared(declarations, { before: null, now: findings });
  }
}

/** The data of its event. */
export const issuedData = (
  { mode }: Pick<Deps, 'mode'>,
  { metadata }: Pick<StatementRow, 'metadata'>,
  edition: NewEdition,
): EventData<'statement.issued'> => ({
  metadata: (metadata ?? {}) as Record<string, string>,
  statement_id: statementKey(edition.statement_id, mode),
  reference: edition.reference,
  issued_at: edition.issued_at.toISOString(),
  valid_until: edition.expires_on,
  specimen: edition.specimen,
});

function kindOf({ edition, completes, updates }: NewEdition): string {
  if (completes !== null) return 'completed';
  if (updates !== null) return 'updated';
  return edition === 1 ? 'original' : 'renewal';
}

/**
 * Writes a prepared edition in one transaction: `write` returns whether it did, or throws. When a concurrent call has
 * written it, the files are removed. After a database error they stay: the commit may have succeeded although its
 * response was lost; the sweep decides later.
 */
export async function saveEdition(
  deps: Deps,
  edition: NewEdition,
  write: (deps: Deps) => Promise<boolean>,
): Promise<void> {
  // A completed edition keeps the suppliers' answers of its document.
  const own = edition.completes === null ? [edition.answers_key] : [];
  const keys = [edition.file_key, edition.inputs_key, ...own];
  try {
    const isWritten = await deps.telemetry.step('write', () =>
      transact(deps, async (deps) => {
        if (!(await write(deps))) return false;
        await confirmPendingFiles(deps.db, keys);
        return true;
      }),
    );
    if (!isWritten) return await removePendingFiles(deps, keys);
    deps.telemetry.metrics.statementsIssued.inc({ kind: kindOf(edition) });
  } catch (error) {
    if (error instanceof AppError) await removePendingFiles(deps, keys);
    throw error;
  }
}
