import { createHash } from 'node:crypto';
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
  LOGO_FILE,
  TEMPLATE_VERSION,
  type StatementInput,
} from '#domain/statement-document.ts';
import { expiryDate, parisDate } from '#domain/validity.ts';
import { findLogo } from '#features/logo/logo.ts';
import { transact } from '#platform/db.ts';
import { Failure } from '#platform/failure.ts';
import { attestEdition } from '#platform/signing.ts';
import { collectFacts, SOURCE_LABELS } from './statements.collect.ts';
import type { Edition, NewEdition } from './statements.edition-queries.ts';
import { restartSteps, updateSteps, type StatementRow, type StepState } from './statements.queries.ts';

/** A parcel further than this from the chosen point is another property. */
const POINT_TO_PARCEL_METRES = 500;
/** The loading screen reads them every few hundred milliseconds. */
const TICKS_EVERY_MS = 100;

/** An edition whose files are stored and whose row is not written yet. */
export type PreparedEdition = NewEdition & { communeName: string };

/**
 * Collects, assesses, renders and stores one edition: the original, or the renewal of `former`. Nothing is written in the
 * database but the progress. Throws `not_found`, `invalid_input` (no such parcel), `facts_not_obtained` (a compulsory
 * heading has no answer).
 */
export async function issueEdition(
  deps: Deps,
  statement: StatementRow,
  former: Edition | null,
): Promise<PreparedEdition> {
  const place = await findPlace(deps, statement);
  const [facts, maps] = await Promise.all([collectWithProgress(deps, statement.id, place), deps.staticMap.draw(place)]);
  const findings = assessRisks(facts, place);
  refuseMissingFacts(deps, findings, former);
  return renderAndStore(deps, { statement, former, place, facts, findings, maps });
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

function refuseMissingFacts(deps: Deps, findings: Findings, former: Edition | null): void {
  const blocking = issuability(findings, Temporal.Instant.from(deps.clock().toISOString()));
  if (blocking.length === 0) return;
  const names = blocking.map((heading) => heading.label).join(', ');
  const kept = former === null ? 'Aucun crédit n’a été débité.' : 'Le renouvellement reste possible.';
  throw new Failure('facts_not_obtained', `Données non obtenues : ${names}. ${kept} Réessayez dans quelques minutes.`);
}

type Content = {
  statement: StatementRow;
  former: Edition | null;
  place: Place;
  facts: Facts;
  findings: Findings;
  maps: Awaited<ReturnType<Deps['staticMap']['draw']>>;
};

async function renderAndStore(deps: Deps, content: Content): Promise<PreparedEdition> {
  const { statement, former, facts, place } = content;
  const issue = namesAndDates(deps, statement, former);
  const issuedAt = new Date(issue.issuedAt.epochMilliseconds);
  const pdf = await renderDocument(deps, content, issue);
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  // The key names the content: a second generation of the same draft never overwrites the issued file.
  const key = `statements/${statement.account_id}/${statement.id}/${sha256}.pdf`;
  await deps.files.put(key, pdf);
  const attested = await attestEdition(deps, { reference: issue.reference, issuedAt, sha256 });
  return {
    statement_id: statement.id,
    edition: former === null ? 1 : former.edition + 1,
    reference: issue.reference,
    issued_at: issuedAt,
    expires_on: issue.expiresOn.toString(),
    specimen: deps.specimen,
    file_key: key,
    file_sha256: sha256,
    template_version: TEMPLATE_VERSION,
    changes: [],
    attestation: attested.line,
    signature: attested.signature,
    facts,
    communeName: place.communeName,
  };
}

type Issue = Pick<StatementInput['statement'], 'reference' | 'issuedAt' | 'issuedOn' | 'expiresOn' | 'verificationUrl'>;

function namesAndDates(deps: Deps, { id }: StatementRow, former: Edition | null): Issue {
  const issuedAt = Temporal.Instant.from(deps.clock().toISOString());
  const issuedOn = parisDate(issuedAt);
  const reference = `ERP-${issuedOn.year}-${String(id).padStart(6, '0')}${former === null ? '' : '-R1'}`;
  const verificationUrl = `${deps.publicUrl}/verification/${reference}`;
  return { reference, issuedAt, issuedOn, expiresOn: expiryDate(issuedOn), verificationUrl };
}

async function renderDocument(deps: Deps, content: Content, issue: Issue): Promise<Buffer> {
  const { statement, former, maps } = content;
  const logo = await findLogo(deps, statement.account_id);
  const input: StatementInput = {
    findings: content.findings,
    place: content.place,
    statement: {
      ...issue,
      transaction: statement.type_de_transaction,
      seller: statement.vendeur_nom,
      buyer: statement.acheteur_nom,
      declarations: statement.declarations,
      specimen: deps.specimen,
      hasLogo: logo !== null,
    },
    changes: [],
    replaces: former && { reference: former.reference, issuedOn: parisDate(former.issuedAt.toISOString()) },
    maps: maps.frames,
    templateVersion: TEMPLATE_VERSION,
  };
  return deps.typst.render('statement', buildStatementDocument(input), {
    ...maps.files,
    ...(logo !== null && { [LOGO_FILE]: logo }),
    [FACTS_FILE]: Buffer.from(factsJson(input)),
  });
}

/**
 * Writes a prepared edition in one transaction: `write` answers whether it did, or throws. The one who finds it written
 * already throws his own files away. After a fault of the database the files stay: the commit may have happened although
 * its answer was lost, and a document is never removed on a doubt.
 */
export async function keepEdition(
  deps: Deps,
  edition: PreparedEdition,
  write: (deps: Deps) => Promise<boolean>,
): Promise<void> {
  try {
    if (!(await transact(deps, write))) await removeQuietly(deps, edition.file_key);
  } catch (error) {
    if (error instanceof Failure) await removeQuietly(deps, edition.file_key);
    throw error;
  }
}

/** A file left behind is referenced by nothing: worth a log line, never a failure. */
async function removeQuietly(deps: Deps, key: string): Promise<void> {
  await deps.files.remove(key).catch((err: unknown) => deps.log.warn({ err, key }, 'unused document not removed'));
}
