import { createHash } from 'node:crypto';
import type { GeneratedStatement } from '@clairisque/contract/statements.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import type { Facts, Place } from '#domain/facts.ts';
import type { Findings } from '#domain/findings.ts';
import { metresToParcel, placeOf } from '#domain/place.ts';
import { assessRisks } from '#domain/risks.ts';
import { issuability } from '#domain/risks-issuability.ts';
import { factsJson } from '#domain/statement-document-facts.ts';
import {
  buildStatementDocument,
  FACTS_FILE,
  TEMPLATE_VERSION,
  type StatementInput,
} from '#domain/statement-document.ts';
import { expiryDate, parisDate } from '#domain/validity.ts';
import { balance, debitCredit, holdLedger, noCredit } from '#features/credits/credits.ts';
import { transact } from '#platform/db.ts';
import { Failure } from '#platform/failure.ts';
import { collectFacts, SOURCE_LABELS } from './statements.collect.ts';
import {
  lockStatement,
  markIssued,
  restartSteps,
  updateSteps,
  type Issue,
  type StatementRow,
  type StepState,
} from './statements.queries.ts';
import { requireStatement } from './statements.ts';

type Owned = { accountId: number; id: number };
/** A parcel further than this from the chosen point is another property. */
const POINT_TO_PARCEL_METRES = 500;
/** The loading screen reads them every few hundred milliseconds. */
const TICKS_EVERY_MS = 100;

/**
 * Collects, renders and stores the document, then debits one credit and issues the statement in one transaction
 * (decision S1). Called again, or twice at once, it answers the same without a second debit. Throws `not_found`,
 * `no_credit`, `invalid_input` (no such parcel), `facts_not_obtained` (a compulsory heading has no answer).
 */
export function generateStatement(deps: Deps, owned: Owned): Promise<z.infer<typeof GeneratedStatement>> {
  return deps.generations(`${owned.accountId}/${owned.id}`, () => generateOnce(deps, owned));
}

async function generateOnce(deps: Deps, owned: Owned): Promise<z.infer<typeof GeneratedStatement>> {
  const statement = await requireStatement(deps, owned);
  if (statement.status === 'issued') return generated(statement);
  if ((await balance(deps, owned.accountId)) < 1) throw noCredit();
  const place = await findPlace(deps, statement);
  const [facts, maps] = await Promise.all([collectWithProgress(deps, statement.id, place), deps.staticMap.draw(place)]);
  const findings = assessRisks(facts, place);
  refuseMissingFacts(deps, findings);
  const issue = await renderAndStore(deps, statement, { place, facts, findings, maps });
  await issueOnce(deps, statement, issue);
  return generated(await requireStatement(deps, owned));
}

async function findPlace(deps: Deps, statement: StatementRow): Promise<Place> {
  const parcel = await deps.cadastre.parcel(statement.code_parcelle);
  if (parcel === null)
    throw new Failure('invalid_input', { code_parcelle: ['Cette parcelle n’existe pas au cadastre.'] });
  const place = placeOf({ ...statement, address: statement.adresse }, parcel);
  if (metresToParcel(place) > POINT_TO_PARCEL_METRES) {
    throw new Failure('invalid_input', { code_parcelle: ['Cette parcelle n’est pas à l’adresse choisie.'] });
  }
  return place;
}

async function collectWithProgress(deps: Deps, statementId: number, place: Place): Promise<Facts> {
  if (!(await restartSteps(deps.db, statementId, SOURCE_LABELS))) throw new Failure('not_found', 'Pas trouvé.');
  const answered = new Map<number, StepState>();
  const writeTicks = async (): Promise<void> => {
    const steps = [...answered].map(([position, state]) => ({ position, state }));
    answered.clear();
    // A tick that is not written is worth a log line, never a statement.
    await updateSteps(deps.db, statementId, steps).catch((err: unknown) => deps.log.warn({ err }, 'steps not written'));
  };
  const timer = setInterval(() => void writeTicks(), TICKS_EVERY_MS);
  try {
    return await collectFacts(deps, place, (position, state) => answered.set(position, state));
  } finally {
    clearInterval(timer);
    await writeTicks();
  }
}

function refuseMissingFacts(deps: Deps, findings: Findings): void {
  const blocking = issuability(findings, Temporal.Instant.from(deps.clock().toISOString()));
  if (blocking.length === 0) return;
  const names = blocking.map((heading) => heading.label).join(', ');
  throw new Failure(
    'facts_not_obtained',
    `Données non obtenues : ${names}. Aucun crédit n’a été débité. Réessayez dans quelques minutes.`,
  );
}

type Content = { place: Place; facts: Facts; findings: Findings; maps: Awaited<ReturnType<Deps['staticMap']['draw']>> };

async function renderAndStore(deps: Deps, statement: StatementRow, content: Content): Promise<Issue> {
  const issuedAt = Temporal.Instant.from(deps.clock().toISOString());
  const issuedOn = parisDate(issuedAt);
  const reference = `ERP-${issuedOn.year}-${String(statement.id).padStart(6, '0')}`;
  const expiresOn = expiryDate(issuedOn);
  const pdf = await renderDocument(deps, content, {
    reference,
    issuedAt,
    issuedOn,
    expiresOn,
    transaction: statement.type_de_transaction,
    seller: statement.vendeur_nom,
    buyer: statement.acheteur_nom,
    declarations: statement.declarations,
    specimen: deps.specimen,
    hasLogo: false,
    verificationUrl: `${deps.publicUrl}/verification/${reference}`,
  });
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  // The key names the content: a second generation of the same draft never overwrites the issued file.
  const key = `statements/${statement.account_id}/${statement.id}/${sha256}.pdf`;
  await deps.files.put(key, pdf);
  return {
    reference,
    issued_at: new Date(issuedAt.epochMilliseconds),
    expires_on: expiresOn.toString(),
    specimen: deps.specimen,
    file_key: key,
    file_sha256: sha256,
    template_version: TEMPLATE_VERSION,
    facts: content.facts,
  };
}

function renderDocument(deps: Deps, content: Content, statement: StatementInput['statement']): Promise<Buffer> {
  const { frames, files } = content.maps;
  const input: StatementInput = {
    place: content.place,
    findings: content.findings,
    statement,
    changes: [],
    replaces: null,
    maps: frames,
    templateVersion: TEMPLATE_VERSION,
  };
  return deps.typst.render('statement', buildStatementDocument(input), {
    ...files,
    [FACTS_FILE]: Buffer.from(factsJson(input)),
  });
}

/**
 * The loser of two generations finds the statement issued and throws its own file away. After a fault of the database
 * the file stays: the commit may have happened although its answer was lost, and a document is never removed on a doubt.
 */
async function issueOnce(deps: Deps, statement: StatementRow, issue: Issue): Promise<void> {
  const owned = { accountId: statement.account_id, id: statement.id };
  try {
    const kept = await transact(deps, async (deps) => {
      // The account before its statement, as its deletion does: the two never wait for each other.
      if (!(await holdLedger(deps, owned.accountId))) throw new Failure('not_found', 'Pas trouvé.');
      const current = await lockStatement(deps.db, owned);
      if (current === undefined) throw new Failure('not_found', 'Pas trouvé.');
      if (current.file_key !== null) return current.file_key;
      if (JSON.stringify(current.declarations) !== JSON.stringify(statement.declarations)) {
        throw new Failure('conflict', 'Les déclarations ont changé pendant la génération : relancez-la.');
      }
      await debitCredit(deps, { accountId: owned.accountId, statementId: owned.id });
      await markIssued(deps.db, owned, issue);
      return issue.file_key;
    });
    if (kept !== issue.file_key) await removeQuietly(deps, issue.file_key);
  } catch (error) {
    if (error instanceof Failure) await removeQuietly(deps, issue.file_key);
    throw error;
  }
}

/** A file left behind is referenced by nothing: worth a log line, never a failure. */
async function removeQuietly(deps: Deps, key: string): Promise<void> {
  await deps.files.remove(key).catch((err: unknown) => deps.log.warn({ err, key }, 'unused document not removed'));
}

function generated(statement: StatementRow): z.infer<typeof GeneratedStatement> {
  if (statement.reference === null || statement.issued_at === null || statement.expires_on === null) {
    throw new Error(`statement ${statement.id} is not issued`);
  }
  return {
    erp_id: statement.id,
    reference: statement.reference,
    date_emission: parisDate(statement.issued_at.toISOString()).toString(),
    date_expiration: statement.expires_on,
  };
}
