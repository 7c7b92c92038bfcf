import type { Readable } from 'node:stream';
import type { Deps } from '#deps.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { listRequestsOfAccount } from '#features/answer-requests/answer-requests.ts';
import { listSessions } from '#features/accounts/accounts.ts';
import { documentName } from '#features/documents/documents.ts';
import { listReceipts } from '#features/handovers/handovers.ts';
import { invoicesTable, listInvoiceFiles } from '#features/invoices/invoices.ts';
import { findLogo } from '#features/logo/logo.ts';
import { readUserData } from '#features/profile/profile.ts';
import { listMyTerms, acceptedText } from '#features/accepted-terms/accepted-terms.ts';
import { listAnswersOfAccount } from '#features/questions/questions.ts';
import { listInterventions } from '#features/support/support.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/http/auth.ts';
import { sized, zipped } from '#platform/files/zipped-files.ts';
import { zipOf } from '#platform/files/zip.ts';
import {
  answersTable,
  checksTable,
  interventionsTable,
  plannedTable,
  requestsTable,
  sessionsTable,
  statementsTable,
  termsFile,
  termsTable,
} from './export.rules.ts';
import { listChecked, listExportable, listPlannedOf, type CheckedRow } from './statements.queries.ts';

type Export = { zip: Readable; length: number; fileName: string };

/**
 * Everything that the caller loses with the account, as a ZIP of known length: the PDFs of all editions, invoices,
 * hand-over receipts, attestations of checks, the logo, a table of each, the terms that were accepted, the support's interventions, the open
 * sessions, the profile. Throws
 * `not_found` when there is no document.
 */
export async function exportDocuments(deps: Deps, caller: Caller): Promise<Export> {
  const { accountId } = caller;
  const statements = await sized(deps, await editionsOf(deps, accountId));
  const invoices = await sized(deps, await invoicesOf(deps, accountId));
  const receipts = await sized(deps, await receiptsOf(deps, accountId));
  const checked = await listChecked(deps.db, accountId);
  const attestations = await sized(deps, attestationsOf(checked));
  const logo = await findLogo(deps, accountId);
  if (statements.length + invoices.length + receipts.length === 0 && logo === null) {
    throw new AppError('not_found', 'Vous n’avez aucun document à télécharger.');
  }
  const interventions = await listInterventions(deps, accountId);
  const mtime = deps.clock();
  const { nb_credits, ...profile } = await readUserData(deps, caller);
  const { stream, length } = await zipOf([
    ...[...statements, ...invoices, ...receipts, ...attestations].flatMap((document) => zipped(deps, document)),
    ...(logo === null ? [] : [{ name: 'logo.png', bytes: logo, mtime }]),
    { name: 'etats-des-risques.csv', bytes: statementsTable(statements), mtime },
    { name: 'factures.csv', bytes: invoicesTable(invoices), mtime },
    ...(interventions.length === 0
      ? []
      : [{ name: 'interventions-du-support.csv', bytes: interventionsTable(interventions), mtime }]),
    { name: 'appareils-connectes.csv', bytes: sessionsTable(await listSessions(deps, caller)), mtime },
    ...(await termsOf(deps, accountId, mtime)),
    ...(await answersOf(deps, accountId, mtime)),
    ...(checked.length === 0 ? [] : [{ name: 'verifications.csv', bytes: checksTable(checked), mtime }]),
    ...(await plannedOf(deps, accountId, mtime)),
    { name: 'profil.json', bytes: json({ ...profile, credits_restants: nb_credits }), mtime },
  ]);
  const today = parisDate(mtime.toISOString());
  return { zip: stream, length, fileName: `Clairisque - mes documents - ${today.toString()}.zip` };
}

/** The current editions of these statements and their table. Throws `not_found` unless all of them are the caller's. */
export async function exportChosen(deps: Deps, { accountId }: Caller, asked: readonly string[]): Promise<Export> {
  const ids = [...new Set(asked.map(Number))];
  const editions = (await editionsOf(deps, accountId, ids)).filter(({ row }) => !row.replaced);
  if (editions.length < ids.length) throw new AppError('not_found', 'Pas trouvé.');
  const statements = await sized(deps, editions);
  const mtime = deps.clock();
  const { stream, length } = await zipOf([
    ...statements.flatMap((document) => zipped(deps, document)),
    { name: 'etats-des-risques.csv', bytes: statementsTable(statements), mtime },
  ]);
  const today = parisDate(mtime.toISOString());
  return { zip: stream, length, fileName: `Clairisque - états des risques - ${today.toString()}.zip` };
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value, null, 2));

async function editionsOf(deps: Deps, accountId: number, ids?: readonly number[]) {
  const rows = await listExportable(deps.db, accountId, ids);
  return rows.map((row) => ({
    row,
    name: `États des risques/${documentName(row)}`,
    file: { key: row.file_key, sha256: row.file_sha256 },
    at: row.issued_at,
  }));
}

async function invoicesOf(deps: Deps, accountId: number) {
  const rows = await listInvoiceFiles(deps, accountId);
  return rows.map((row) => ({ row, name: `Factures/${row.number}.pdf`, file: row.file, at: row.issuedAt }));
}

async function receiptsOf(deps: Deps, accountId: number) {
  const rows = await listReceipts(deps, accountId);
  return rows.map((row) => ({ row, name: `Récépissés/${row.number}.pdf`, file: row.file, at: deps.clock() }));
}

/** Attestations of the checks that found no change. */
const attestationsOf = (checked: readonly CheckedRow[]) =>
  checked.flatMap(({ attestation, file_key: key, file_sha256: sha256, at }) =>
    attestation === null || key === null
      ? []
      : [{ row: attestation, name: `Attestations/${attestation}.pdf`, file: { key, sha256 }, at }],
  );

async function plannedOf({ db }: Deps, accountId: number, mtime: Date) {
  const planned = await listPlannedOf(db, accountId);
  return planned.length === 0 ? [] : [{ name: 'signatures.csv', bytes: plannedTable(planned), mtime }];
}

/** Answers to open questions, and the requests of answers: a table of each, when there are some. */
async function answersOf({ db }: Deps, accountId: number, mtime: Date) {
  const [answers, requests] = await Promise.all([
    listAnswersOfAccount(db, accountId),
    listRequestsOfAccount(db, accountId),
  ]);
  return [
    ...(answers.length === 0 ? [] : [{ name: 'reponses.csv', bytes: answersTable(answers), mtime }]),
    ...(requests.length === 0 ? [] : [{ name: 'demandes-de-reponses.csv', bytes: requestsTable(requests), mtime }]),
  ];
}

/** Which terms were accepted, when and for what, and the text of each. */
async function termsOf(deps: Deps, accountId: number, mtime: Date) {
  const accepted = await listMyTerms(deps, accountId);
  if (accepted.length === 0) return [];
  const digests = new Map(
    accepted.flatMap(({ empreinte, version }) => (empreinte === null ? [] : [[empreinte, version] as const])),
  );
  const texts = [...digests].map(async ([digest, version]) => ({
    name: termsFile(version, digest),
    bytes: Buffer.from(await acceptedText(deps, digest)),
    mtime,
  }));
  return [{ name: 'conditions-acceptees.csv', bytes: termsTable(accepted), mtime }, ...(await Promise.all(texts))];
}
