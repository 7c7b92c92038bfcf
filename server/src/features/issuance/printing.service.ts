import { createHash, randomBytes } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import { legible } from '@clairisque/contract/common/text.ts';
import type { Deps } from '#deps.ts';
import type { Facts, Place } from '#domain/risks/facts.ts';
import type { Findings } from '#domain/risks/findings.ts';
import type { PropertyAddress } from '#domain/geo/property-address.ts';
import { attachedFiles } from '#domain/statement-document/attachments.ts';
import { buildStatementDocument, LOGO_FILE, TEMPLATE_VERSION } from '#domain/statement-document/statement-document.ts';
import type { StatementInput } from '#domain/statement-document/input.ts';
import { expiryDate, parisDate } from '#domain/risks/validity.ts';
import {
  packInputs,
  statementFolder,
  type Edition,
  type ExchangeRecord,
  type NewEdition,
  type PrinterInputs,
} from '#features/documents/documents.ts';
import { findLogo } from '#features/logo/logo.ts';
import { attestEdition } from '#platform/security/signing.ts';
import { announcePendingFiles } from '#platform/files/pending-files.ts';
import type { StatementRow } from './issuance.queries.ts';

/** Content of an edition; `former` is the one that it replaces. */
export type Content = Pick<StatementInput, 'planPapers' | 'fiches' | 'boundPages' | 'bound'> & {
  statement: StatementRow;
  former: Edition | null;
  place: Place;
  address: PropertyAddress;
  facts: Facts;
  answers: ExchangeRecord;
  findings: Findings;
  changes: string[];
  maps: Awaited<ReturnType<Deps['staticMap']['draw']>>;
  /** Pictures of the bound pages. */
  files: Record<string, Uint8Array>;
  planPerimeters: StatementInput['planPerimeters'];
};

/**
 * Prints an edition and stores its files: the PDF, its inputs and the suppliers' answers. Returns the row, which is not
 * written.
 */
export async function printAndStore(deps: Deps, content: Content): Promise<NewEdition> {
  const { statement, former, place, facts, changes } = content;
  const issue = namesAndDates(deps, statement, former);
  const issuedAt = new Date(issue.issuedAt.epochMilliseconds);
  const inputs = await printerInputs(deps, content, issue);
  const kept = { ...inputs, files: { ...inputs.files, ...deps.typst.sources(inputs.template) } };
  const [pdf, packed] = await Promise.all([
    deps.typst.render(inputs.template, inputs.data, inputs.files),
    packInputs(kept),
  ]);
  const sha256 = sha256Of(pdf);
  const attested = await attestEdition(deps, { reference: issue.reference, issuedAt, sha256 });
  // A unique name: two calls that make the same bytes in the same second never remove each other's file.
  const name = `${statementFolder(statement.account_id)}/${statement.id}/${sha256}-${randomBytes(4).toString('hex')}`;
  const answers = content.answers.pack({ reference: issue.reference, issuedAt: issuedAt.toISOString(), place });
  const keys = { file_key: `${name}.pdf`, inputs_key: `${name}.inputs.gz`, answers_key: `${name}.answers.jsonl.gz` };
  await announcePendingFiles(deps, Object.values(keys));
  await Promise.all([
    deps.files.put(keys.file_key, pdf),
    deps.files.put(keys.inputs_key, packed),
    deps.files.put(keys.answers_key, answers),
  ]);
  return {
    statement_id: statement.id,
    edition: former === null ? 1 : former.edition + 1,
    reference: issue.reference,
    issued_at: issuedAt,
    expires_on: issue.expiresOn.toString(),
    specimen: deps.specimen,
    ...keys,
    file_sha256: sha256,
    inputs_sha256: sha256Of(packed),
    answers_sha256: sha256Of(answers),
    template_version: TEMPLATE_VERSION,
    changes,
    confirmed_address: content.address.state === 'confirmed' ? content.address.label : null,
    attestation: attested.line,
    signature: attested.signature,
    facts,
  };
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Declarations stored before hidden characters were refused are printed without them. */
function legibleDeclarations(declarations: Declarations | null): Declarations | null {
  const works = declarations?.travaux_rga_non_realises;
  return works ? { ...declarations, travaux_rga_non_realises: legible(works) } : declarations;
}

type Issue = Pick<StatementInput['statement'], 'reference' | 'issuedAt' | 'issuedOn' | 'expiresOn' | 'verificationUrl'>;

/** A renewal's reference has its own year: `ERP-2027-000123-R1`. */
function namesAndDates(deps: Deps, { id }: StatementRow, former: Edition | null): Issue {
  const issuedAt = Temporal.Instant.from(deps.clock().toISOString());
  const issuedOn = parisDate(issuedAt);
  const reference = `ERP-${issuedOn.year}-${String(id).padStart(6, '0')}${former === null ? '' : '-R1'}`;
  const verificationUrl = `${deps.publicUrl}/verification/${reference}`;
  return { reference, issuedAt, issuedOn, expiresOn: expiryDate(issuedOn), verificationUrl };
}

async function printerInputs(deps: Deps, content: Content, issue: Issue): Promise<PrinterInputs> {
  const { statement, former, maps } = content;
  const logo = await findLogo(deps, statement.account_id);
  const input: StatementInput = {
    findings: content.findings,
    place: content.place,
    address: content.address,
    statement: {
      ...issue,
      transaction: statement.type_de_transaction,
      seller: statement.vendeur_nom,
      buyer: statement.acheteur_nom,
      declarations: legibleDeclarations(statement.declarations),
      specimen: deps.specimen,
      hasLogo: logo !== null,
    },
    changes: content.changes,
    replaces: former && { reference: former.reference, issuedOn: parisDate(former.issuedAt.toISOString()) },
    maps: maps.frames,
    planPapers: content.planPapers,
    fiches: content.fiches,
    boundPages: content.boundPages,
    bound: content.bound,
    planPerimeters: content.planPerimeters,
    templateVersion: TEMPLATE_VERSION,
  };
  const files = { ...maps.files, ...content.files, ...(logo && { [LOGO_FILE]: logo }), ...attachedFiles(input) };
  return { template: 'statement', data: buildStatementDocument(input), files };
}
