import { createHash } from 'node:crypto';
import type { KeptFile } from '../src/platform/files/file-store.ts';
import type { Deps } from '../src/deps.ts';
import { expiryDate, parisDate } from '../src/domain/risks/validity.ts';
import type { Db } from '../src/platform/db/db.ts';

/** A draft without its account, for tests that ignore its content. */
export const ANY_DRAFT = {
  adresse: '4 Rue des Lilas 95190 Goussainville',
  cadastre: '000-AB-0001',
  code_parcelle: '000-AB-0001@95280',
  latitude: 49.0325,
  longitude: 2.4745,
  type_de_transaction: 'Vente',
  vendeur_nom: '-',
  acheteur_nom: '-',
} as const;

const NO_FILE: KeptFile = { key: 'statements/none.pdf', sha256: '0'.repeat(64) };

/** Stores a file and returns its row's values. */
export async function keepFile({ files }: Pick<Deps, 'files'>, key: string, bytes: Buffer): Promise<KeptFile> {
  await files.put(key, bytes);
  return { key, sha256: createHash('sha256').update(bytes).digest('hex') };
}

type Content = {
  accountId: number;
  issuedAt: Date;
  renewedAt?: Date;
  adresse?: string;
  files?: KeptFile[];
  /** For an existing parcel, to be renewed. */
  draft?: Record<string, unknown>;
};

/** A statement as issued, with its renewal when `renewedAt` is given; without a debit or a file. */
export async function insertIssued(db: Db, content: Content): Promise<{ id: number; references: string[] }> {
  const { accountId, issuedAt, renewedAt, adresse = ANY_DRAFT.adresse, files = [], draft } = content;
  const { id } = await db
    .insertInto('statement')
    .values({
      ...ANY_DRAFT,
      vendeur_nom: 'Élodie Nuñez',
      ...draft,
      account_id: accountId,
      adresse,
      commune_nom: 'Goussainville',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const dates = renewedAt === undefined ? [issuedAt] : [issuedAt, renewedAt];
  const references = [];
  for (const [index, date] of dates.entries()) {
    references.push(
      await issueEdition(db, {
        id,
        edition: index + 1,
        date,
        adresse,
        ...(files[index] && { file: files[index] }),
      }),
    );
  }
  return { id, references };
}

/** Adds an edition to an existing statement. */
export async function issueEdition(
  db: Db,
  {
    id,
    edition,
    date,
    adresse,
    file = NO_FILE,
  }: { id: number; edition: number; date: Date; adresse?: string; file?: KeptFile },
): Promise<string> {
  const issuedOn = parisDate(date.toISOString());
  const reference = `ERP-${issuedOn.year}-${String(id).padStart(6, '0')}${edition === 1 ? '' : '-R1'}`;
  await db
    .updateTable('statement')
    .set(edition === 1 ? { status: 'issued', issued_at: date } : { renewed_at: date })
    .where('id', '=', id)
    .execute();
  await db
    .insertInto('statement_edition')
    .values({
      statement_id: id,
      edition,
      reference,
      issued_at: date,
      expires_on: expiryDate(issuedOn).toString(),
      specimen: true,
      file_key: file.key,
      file_sha256: file.sha256 ?? '',
      facts: '{}',
      template_version: '1',
      confirmed_address: adresse ?? null,
    })
    .execute();
  return reference;
}
