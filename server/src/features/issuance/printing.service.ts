import { createHash, randomBytes } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { withoutContradictions } from '@clairisque/contract/common/contradictions.ts';
import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import { legible } from '@clairisque/contract/common/text.ts';
import type { Deps } from '#deps.ts';
import { openQuestions } from '#domain/statement-document/form.ts';
import { attachedFiles } from '#domain/statement-document/attachments.ts';
import { buildStatementDocument, LOGO_FILE, TEMPLATE_VERSION } from '#domain/statement-document/statement-document.ts';
import type { StatementInput } from '#domain/statement-document/input.ts';
import { withPerimetersAround } from '#domain/risks/plan-perimeters.ts';
import { expiryDate, parisDate } from '#domain/risks/validity.ts';
import {
  packContent,
  packInputs,
  statementFolder,
  type Edition,
  type ExchangeRecord,
  type NewEdition,
  type PrinterInputs,
} from '#features/documents/documents.ts';
import { findLogo } from '#features/logo/logo.ts';
import type { GivenAnswers } from '#features/questions/questions.ts';
import type { Clock } from '#platform/clock.ts';
import { attestEdition } from '#platform/security/signing.ts';
import { announcePendingFiles } from '#platform/files/pending-files.ts';
import type { Assembled } from './assembly.service.ts';
import type { StatementRow } from './issuance.queries.ts';

/** An edition to print, dated by `clock`; `former` is the one that it replaces, and renews unless `isUpdate`. */
type Content = {
  clock: Clock;
  statement: StatementRow;
  former: Edition | null;
  isUpdate: boolean;
  answers: ExchangeRecord;
  changes: string[];
  assembled: Assembled;
  /** Answers to open questions, given before the issue or before the renewal. */
  given: GivenAnswers;
};

/**
 * Prints an edition and stores its files: the PDF, its inputs and the suppliers' answers. Returns the row, which is not
 * written.
 */
export async function printAndStore(deps: Deps, content: Content): Promise<NewEdition> {
  const { statement, former, changes, assembled } = content;
  const { place, address } = assembled.content;
  const issue = namesAndDates(deps, content);
  const issuedAt = new Date(issue.issuedAt.epochMilliseconds);
  const input = await inputOf(deps, content, issue);
  const inputs = printerInputs(input.statement, input.files);
  const kept = { ...inputs, files: { ...inputs.files, ...deps.typst.sources(inputs.template) } };
  const { reference } = issue;
  const [pdf, packed, answers] = await Promise.all([
    deps.typst.render(inputs.template, inputs.data, inputs.files),
    packInputs({ ...kept, content: packContent(input.statement) }),
    content.answers.pack({ reference, issuedAt: issuedAt.toISOString(), place }),
  ]);
  const attested = await attestEdition(deps, { reference, issuedAt, sha256: sha256Of(pdf) });
  const stored = await storeFiles(deps, statement, { pdf, inputs: packed, answers });
  const { given } = content;
  return {
    statement_id: statement.id,
    edition: former === null ? 1 : former.edition + 1,
    reference,
    issued_at: issuedAt,
    expires_on: issue.expiresOn.toString(),
    specimen: deps.specimen,
    ...stored,
    template_version: TEMPLATE_VERSION,
    changes,
    confirmed_address: address.state === 'confirmed' ? address.label : null,
    attestation: attested.line,
    signature: attested.signature,
    facts: withPerimetersAround(assembled.facts, place),
    completes: null,
    updates: content.isUpdate ? rootOf(former) : null,
    completed_at: null,
    answers_version: given.version,
    questions: openQuestions(input.statement),
  };
}

/** The name is unique: two calls that make the same bytes in the same second never remove each other's file. */
async function storeFiles(
  deps: Deps,
  statement: StatementRow,
  { pdf, inputs, answers }: { pdf: Buffer; inputs: Buffer; answers: Buffer },
) {
  const sha256 = sha256Of(pdf);
  const name = fileNameOf(statement, sha256);
  const keys = { file_key: `${name}.pdf`, inputs_key: `${name}.inputs.gz`, answers_key: `${name}.answers.jsonl.gz` };
  await announcePendingFiles(deps, Object.values(keys));
  await Promise.all([
    deps.files.put(keys.file_key, pdf),
    deps.files.put(keys.inputs_key, inputs),
    deps.files.put(keys.answers_key, answers),
  ]);
  const hashes = { file_sha256: sha256, inputs_sha256: sha256Of(inputs), answers_sha256: sha256Of(answers) };
  return { ...keys, ...hashes };
}

export const fileNameOf = ({ account_id, id }: Pick<StatementRow, 'account_id' | 'id'>, sha256: string): string =>
  `${statementFolder(account_id)}/${id}/${sha256}-${randomBytes(4).toString('hex')}`;

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Declarations stored before hidden characters and contradictions were refused are printed without them. */
function printableDeclarations(declarations: Declarations | null): Declarations | null {
  if (declarations === null) return null;
  const works = declarations.travaux_rga_non_realises;
  return withoutContradictions({ ...declarations, travaux_rga_non_realises: works && legible(works) });
}

type Issue = Pick<StatementInput['statement'], 'reference' | 'issuedAt' | 'issuedOn' | 'expiresOn' | 'verificationUrl'>;

/** The original or the renewal whose expiry and hand-overs an updated edition keeps. */
const rootOf = (former: Edition | null): number | null =>
  former === null ? null : (former.updates ?? former.completes?.edition ?? former.edition);

/** `ERP-2026-000123-A1-C2` → `ERP-2026-000123-A2`: an update replaces what was updated or completed before. */
function updatedReference(former: string): string {
  const rank = Number(/-A(\d+)/u.exec(former)?.[1] ?? 0) + 1;
  return `${former.replaceAll(/-[AC]\d+/gu, '')}-A${rank}`;
}

/** A renewal's reference has its own year: `ERP-2027-000123-R1`. A test's starts with `TEST` and never verifies. */
function namesAndDates(deps: Deps, { clock, statement: { id }, former, isUpdate }: Content): Issue {
  const issuedAt = Temporal.Instant.from(clock().toISOString());
  const issuedOn = parisDate(issuedAt);
  const series = deps.mode === 'live' ? 'ERP' : 'TEST';
  const isUpdated = isUpdate && former !== null;
  const reference = isUpdated
    ? updatedReference(former.reference)
    : `${series}-${issuedOn.year}-${String(id).padStart(6, '0')}${former === null ? '' : '-R1'}`;
  const expiresOn = isUpdated ? Temporal.PlainDate.from(former.expiresOn) : expiryDate(issuedOn);
  const verificationUrl = `${deps.publicUrl}/verification/${reference}`;
  return { reference, issuedAt, issuedOn, expiresOn, verificationUrl };
}

async function inputOf(
  deps: Deps,
  content: Content,
  issue: Issue,
): Promise<{ statement: StatementInput; files: Record<string, Uint8Array> }> {
  const { statement, former, changes, assembled } = content;
  const logo = statement.without_logo ? null : await findLogo(deps, statement.account_id);
  const input: StatementInput = {
    ...assembled.content,
    statement: {
      ...issue,
      transaction: statement.type_de_transaction,
      seller: statement.vendeur_nom,
      buyer: statement.acheteur_nom,
      declarations: printableDeclarations(statement.declarations),
      specimen: deps.specimen,
      hasLogo: logo !== null,
    },
    changes,
    replaces: former && { reference: former.reference, issuedOn: parisDate(former.issuedAt.toISOString()) },
    ...(content.isUpdate && { isUpdate: true }),
    templateVersion: TEMPLATE_VERSION,
    // Without one, the document leaves its boxes as they are.
    ...(content.given.answers.length > 0 && { answers: content.given.answers }),
  };
  return { statement: input, files: { ...assembled.files, ...(logo && { [LOGO_FILE]: logo }) } };
}

/** Everything that the printer needs; `files` are the pictures. */
export function printerInputs(input: StatementInput, files: Record<string, Uint8Array>): PrinterInputs {
  return { template: 'statement', data: buildStatementDocument(input), files: { ...files, ...attachedFiles(input) } };
}
