import { expiryDate, parisDate } from '../src/domain/validity.ts';
import type { Db } from '../src/platform/db.ts';

/** A draft without its account, for tests that have no use for its content. */
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

type Content = {
  accountId: number;
  issuedAt: Date;
  renewedAt?: Date;
  adresse?: string;
  fileKeys?: string[];
  /** Of a parcel that there is, to be renewed. */
  draft?: Record<string, unknown>;
};

/** A statement as its issue leaves it, and its renewal when `renewedAt` is given; nobody paid it, and it has no file. */
export async function insertIssued(db: Db, content: Content): Promise<{ id: number; references: string[] }> {
  const { accountId, issuedAt, renewedAt, adresse = ANY_DRAFT.adresse, fileKeys = [], draft } = content;
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
      await issueEdition(db, { id, edition: index + 1, date, fileKey: fileKeys[index] ?? 'statements/none.pdf' }),
    );
  }
  return { id, references };
}

/** Makes an edition of a statement that is there. */
export async function issueEdition(
  db: Db,
  { id, edition, date, fileKey }: { id: number; edition: number; date: Date; fileKey: string },
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
      file_key: fileKey,
      file_sha256: '0'.repeat(64),
      facts: '{}',
      template_version: '1',
    })
    .execute();
  return reference;
}
