import type { CompletedEdition } from '@clairisque/contract/questions.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { parisDate } from '#domain/risks/validity.ts';
import type { StatementInput } from '#domain/statement-document/input.ts';
import { TEMPLATE_VERSION } from '#domain/statement-document/statement-document.ts';
import { lockLedger } from '#features/credits/credits.ts';
import {
  factsOf,
  insertEdition,
  packContent,
  packInputs,
  requireEdition,
  unpackContent,
  unpackInputs,
  type Edition,
  type NewEdition,
} from '#features/documents/documents.ts';
import { emitForAccount } from '#features/events/events.ts';
import {
  completionRefusal,
  givenAnswers,
  markOpenQuestions,
  rankOf,
  RENEWED_MEANWHILE,
  stillOpen,
  type GivenAnswers,
} from '#features/questions/questions.ts';
import { AppError } from '#platform/app-error.ts';
import { announcePendingFiles } from '#platform/files/pending-files.ts';
import { attestEdition } from '#platform/security/signing.ts';
import { issuedData, saveEdition } from './edition.service.ts';
import { lockStatement, type StatementRow } from './issuance.queries.ts';
import { fileNameOf, printerInputs, sha256Of } from './printing.service.ts';
import { requireStatement } from './creation.service.ts';

type Owned = { accountId: number; id: number };
type Completed = { isNew: boolean; edition: z.input<typeof CompletedEdition> };
/** Sets of answers saved while one is printed. */
const MOST_TURNS = 5;

/**
 * Prints the current document again with the answers of now: same facts, same dates, free, and without asking a source.
 * Several calls at once for the same answers print once. Throws `not_found`, `conflict` (a sentence; the answers are
 * kept).
 */
export async function completeStatement(deps: Deps, owned: Owned): Promise<Completed> {
  const asked = (await requireStatement(deps, owned)).answers_version;
  let isNew = false;
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const current = await requireEdition(deps, owned);
    if (current.completes !== null && current.answersVersion >= asked)
      return { isNew, edition: await viewCompleted(deps, current) };
    const { closed_at } = await requireStatement(deps, owned);
    const refusal = completionRefusal(current, closed_at, deps.clock());
    if (refusal !== null) throw new AppError('conflict', refusal);
    if (asked <= current.answersVersion) throw new AppError('conflict', NOTHING_NEW);
    await deps.generations({ owner: String(owned.accountId), key: `completion ${owned.id}` }, async () => {
      isNew = (await completeOnce(deps, owned)) || isNew;
    });
  }
  throw new AppError(
    'overloaded',
    'Vos réponses changent trop vite\u00A0: elles sont gardées, complétez dans un instant.',
  );
}

const NOTHING_NEW = 'Ce document imprime déjà toutes vos réponses\u00A0: répondez d’abord à une question.';

async function viewCompleted(deps: Deps, edition: Edition): Promise<Completed['edition']> {
  const owned = { account_id: edition.accountId, id: edition.statementId };
  const { renewed_at } = await requireStatement(deps, { accountId: edition.accountId, id: edition.statementId });
  const { answers } = await givenAnswers(deps, owned, { renewedAt: renewed_at });
  return {
    edition: edition.edition,
    reference: edition.reference,
    emis_le: parisDate(edition.issuedAt.toISOString()).toString(),
    expire_le: edition.expiresOn,
    complete_le: (edition.completedAt ?? edition.issuedAt).toISOString(),
    ouvertes: stillOpen(edition.questions ?? [], answers).length,
  };
}

/** False when another call has printed these answers, or the document has changed: the caller looks again. */
async function completeOnce(deps: Deps, owned: Owned): Promise<boolean> {
  const statement = await requireStatement(deps, owned);
  const former = await requireEdition(deps, owned);
  const given = await givenAnswers(deps, statement, { renewedAt: statement.renewed_at });
  if (given.version <= former.answersVersion) return false;
  const edition = await printCompleted(deps, { statement, former, given });
  let isWritten = false;
  await saveEdition(deps, edition, async (deps) => {
    isWritten = await write(deps, owned, { former, edition });
    return isWritten;
  });
  return isWritten;
}

type Completing = NewEdition & { completed_at: Date };
type Printing = { statement: StatementRow; former: Edition; given: GivenAnswers };

async function printCompleted(deps: Deps, { statement, former, given }: Printing): Promise<Completing> {
  const completedAt = deps.clock();
  const document = former.completes ?? { edition: former.edition, reference: former.reference };
  const reference = `${document.reference}-C${rankOf(former) + 1}`;
  const on = parisDate(completedAt.toISOString());
  const printed = await render(deps, former, {
    reference,
    answers: given.answers,
    completes: { reference: document.reference, on },
  });
  const [attested, facts] = await Promise.all([
    // The signed instant is that of these bytes; the document keeps its date.
    attestEdition(deps, { reference, issuedAt: completedAt, sha256: sha256Of(printed.pdf) }),
    factsOf(deps.db, former),
  ]);
  const { answers } = former;
  // Erased with its account in the meantime.
  if (facts === undefined || answers?.sha256 == null) throw new AppError('not_found', 'Pas trouvé.');
  return {
    statement_id: statement.id,
    edition: former.edition + 1,
    reference,
    issued_at: former.issuedAt,
    expires_on: former.expiresOn,
    specimen: former.specimen,
    ...(await storeCompleted(deps, statement, printed)),
    answers_key: answers.key,
    answers_sha256: answers.sha256,
    template_version: TEMPLATE_VERSION,
    changes: former.changes,
    confirmed_address: former.confirmedAddress,
    attestation: attested.line,
    signature: attested.signature,
    facts,
    completes: document.edition,
    updates: null,
    completed_at: completedAt,
    answers_version: given.version,
    questions: former.questions ?? [],
  };
}

type Added = Required<Pick<StatementInput, 'answers' | 'completes'>> & { reference: string };
type Printed = { pdf: Buffer; packed: Buffer };

/** Content of the document, with answers. */
async function render(deps: Deps, former: Edition, { reference, ...added }: Added): Promise<Printed> {
  const { step } = deps.telemetry;
  const { content, files } = await step('bind', () => keptContentOf(deps, former));
  const verificationUrl = `${deps.publicUrl}/verification/${reference}`;
  const statement = { ...content.statement, reference, verificationUrl };
  const inputs = printerInputs({ ...content, ...added, statement, templateVersion: TEMPLATE_VERSION }, files);
  const kept = { ...inputs, files: { ...inputs.files, ...deps.typst.sources(inputs.template) } };
  const [pdf, packed] = await step('print', () =>
    Promise.all([
      deps.typst.render(inputs.template, inputs.data, inputs.files),
      packInputs({ ...kept, content: packContent(content) }),
    ]),
  );
  return { pdf, packed };
}

/** What the document was written from, and its pictures, without the layout of its version. */
async function keptContentOf(deps: Deps, { inputs }: Edition) {
  const kept = inputs && unpackInputs(await deps.files.get(inputs));
  if (!kept?.content)
    throw new AppError('conflict', 'Cet état ne peut pas être complété à l’écran\u00A0: complétez-le à la main.');
  const layout = new Set(Object.keys(deps.typst.sources(kept.template)));
  const isLayout = (name: string): boolean => layout.has(name) || name.endsWith('.typ');
  const files = Object.fromEntries(Object.entries(kept.files).filter(([name]) => !isLayout(name)));
  return { content: unpackContent(kept.content, files), files };
}

async function storeCompleted(deps: Deps, statement: StatementRow, { pdf, packed }: Printed) {
  const sha256 = sha256Of(pdf);
  const name = fileNameOf(statement, sha256);
  const keys = { file_key: `${name}.pdf`, inputs_key: `${name}.inputs.gz` };
  await announcePendingFiles(deps, Object.values(keys));
  await Promise.all([deps.files.put(keys.file_key, pdf), deps.files.put(keys.inputs_key, packed)]);
  return { ...keys, file_sha256: sha256, inputs_sha256: sha256Of(packed) };
}

/** The edition that it is, or completes. */
const documentOf = ({ completes, edition }: Edition): number => completes?.edition ?? edition;

async function write(
  deps: Deps,
  owned: Owned,
  { former, edition }: { former: Edition; edition: Completing },
): Promise<boolean> {
  // The account's lock comes before the statement's, as in a deletion: no deadlock.
  if (!(await lockLedger(deps, owned.accountId))) throw new AppError('not_found', 'Pas trouvé.');
  const statement = await lockStatement(deps.db, owned);
  if (statement === undefined) throw new AppError('not_found', 'Pas trouvé.');
  const current = await requireEdition(deps, owned);
  if (documentOf(current) !== documentOf(former)) throw new AppError('conflict', RENEWED_MEANWHILE);
  // Another call was faster.
  if (current.edition !== former.edition) return false;
  const refusal = completionRefusal(current, statement.closed_at, deps.clock());
  if (refusal !== null) throw new AppError('conflict', refusal);
  await insertEdition(deps.db, edition);
  const open = await markOpenQuestions(deps, owned, edition);
  await emitForAccount(deps, owned.accountId, {
    type: 'statement.completed',
    data: {
      ...issuedData(deps, statement, edition),
      completed_at: edition.completed_at.toISOString(),
      open_questions: open,
    },
  });
  return true;
}
