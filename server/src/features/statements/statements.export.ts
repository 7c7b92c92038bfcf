import { PassThrough, Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Deps } from '#deps.ts';
import { parisDate } from '#domain/validity.ts';
import { readUserData } from '#features/profile/profile.ts';
import { csv } from '#platform/csv.ts';
import { Failure } from '#platform/failure.ts';
import type { Caller } from '#platform/http/auth.ts';
import { listExportable, type ExportableRow } from './statements.queries.ts';
import { documentName } from './statements.ts';

/**
 * Everything that the caller loses with the account, as a ZIP: each issued PDF, a table of them, the profile. One document
 * in memory at a time. A document that cannot be read is said so in the table; the rest is there.
 */
export async function exportDocuments(deps: Deps, caller: Caller): Promise<{ zip: Readable; fileName: string }> {
  const rows = await listExportable(deps.db, caller.accountId);
  if (rows.length === 0) throw new Failure('not_found', 'Vous n’avez aucun document à télécharger.');
  const { nb_credits, ...profile } = await readUserData(deps, caller);
  const zip = new ZipFile();
  const output = new PassThrough();
  const left = new AbortController();
  output.once('close', () => left.abort());
  // A failure on the way breaks the download, which the browser then reports; a client that left is none.
  pipeline(zip.outputStream, output).catch(() => null);
  fill(deps, { zip, rows, left: left.signal })
    .then((missing) => {
      zip.addBuffer(csv(tableOf(rows, missing)), 'etats-des-risques.csv');
      zip.addBuffer(Buffer.from(JSON.stringify({ ...profile, credits_restants: nb_credits }, null, 2)), 'profil.json');
      return zip.end();
    })
    .catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  return { zip: output, fileName: `Clairisque - mes documents - ${today(deps)}.zip` };
}

type Filling = { zip: ZipFile; rows: readonly ExportableRow[]; left: AbortSignal };

/** Adds the documents one after the other, each once the former was read by the client; answers those not found. */
async function fill(deps: Deps, { zip, rows, left }: Filling): Promise<Set<number>> {
  const missing = new Set<number>();
  for (const row of rows) {
    const pdf = await deps.files.get(row.file_key).catch((err: unknown) => {
      deps.log.error({ err, statement: row.id }, 'issued document not readable');
      return null;
    });
    if (pdf === null) missing.add(row.id);
    else await addDocument(zip, { row, pdf, left });
  }
  return missing;
}

/** A PDF is compressed already. */
async function addDocument(
  zip: ZipFile,
  document: { row: ExportableRow; pdf: Buffer; left: AbortSignal },
): Promise<void> {
  const { row, pdf, left } = document;
  const source = giveAway(pdf);
  const read = finished(source, { signal: left });
  zip.addReadStream(source, documentName(row), { compress: false, size: pdf.length, mtime: row.issued_at });
  await read;
}

/** The archive keeps its streams until its end, thousands of documents later: this one keeps nothing of what it gave. */
function giveAway(bytes: Buffer): Readable {
  let left: Buffer | null = bytes;
  return new Readable({
    read() {
      const given = left;
      left = null;
      this.push(given);
    },
  });
}

const HEADERS = [
  'Numéro',
  'Référence',
  'Adresse',
  'Référence cadastrale',
  'Type de transaction',
  'Vendeur ou bailleur',
  'Acquéreur ou locataire',
  'Date d’émission',
  'Date d’expiration',
  'Fichier',
];

function tableOf(rows: readonly ExportableRow[], missing: ReadonlySet<number>): string[][] {
  const lines = rows.map((row) => [
    String(row.id),
    row.reference,
    row.adresse,
    row.cadastre,
    row.type_de_transaction,
    row.vendeur_nom,
    row.acheteur_nom,
    french(parisDate(row.issued_at.toISOString())),
    french(Temporal.PlainDate.from(row.expires_on)),
    missing.has(row.id) ? 'Fichier indisponible : écrivez-nous' : documentName(row),
  ]);
  return [HEADERS, ...lines];
}

const french = (date: Temporal.PlainDate): string => date.toLocaleString('fr-FR', { dateStyle: 'short' });
const today = (deps: Deps): string => parisDate(deps.clock().toISOString()).toString();
