import type { HandedForm, Handover } from '@clairisque/contract/handovers.ts';
import type { Deps } from '#deps.ts';
import { findEditionForHandover, findNewestForHandover } from '#features/documents/documents.ts';
import { linksKey, secretToken } from '#platform/security/secret-link.ts';
import { hasExpired, LINK, type HandedEdition } from './links.service.ts';
import { listOpenings, type LinkRow, type ReceiptRow } from './handovers.queries.ts';
import { listReceiptsOf } from './receipt.queries.ts';

/** Links of one statement as their owner sees them, in the same order. */
export async function viewHandovers(deps: Deps, links: LinkRow[]): Promise<Handover[]> {
  const ids = links.map(({ id }) => id);
  const [key, openings, receipts, editions] = await Promise.all([
    linksKey(deps.db),
    listOpenings(deps.db, ids),
    listReceiptsOf(deps.db, ids),
    editionsOf(deps, links),
  ]);
  const references = await referencesOf(deps, links, receipts);
  const openingsOf = Map.groupBy(openings, (opening) => opening.handover_id);
  const receiptsOf = Map.groupBy(receipts, (receipt) => receipt.handover_id);
  return links.flatMap((link) => {
    const edition = editions.get(link.edition);
    // Erased in the meantime.
    if (edition === undefined) return [];
    return {
      id: link.id,
      url: `${deps.publicUrl}/remise/${secretToken(key, LINK, link.id)}`,
      libelle: link.label,
      email: link.email,
      envoi: mailingOf(deps, link, references.get(link.edition) ?? edition.reference),
      forme: FORMS[link.form] ?? 'complete',
      reference: edition.reference,
      cree_le: link.created_at.toISOString(),
      expire_le: edition.expiresOn,
      revoque_le: link.revoked_at?.toISOString() ?? null,
      etat: stateOf(deps, link, edition),
      ouvertures: (openingsOf.get(link.id) ?? []).map(({ opened_at }) => opened_at.toISOString()),
      recus: (receiptsOf.get(link.id) ?? []).map((row) =>
        viewReceipt(row, references.get(row.edition ?? link.edition), edition),
      ),
    };
  });
}

/** The outbox gives a mail up after two days; a restored database does not know what it sent. */
const TOLD_WITHIN_MS = 3 * 86_400_000;

function mailingOf(deps: Deps, link: LinkRow, reference: string): Handover['envoi'] {
  if (link.email === null) return null;
  const told = (etat: NonNullable<Handover['envoi']>['etat'], at: Date) => ({ etat, le: at.toISOString(), reference });
  if (link.mailed_at !== null) return told('envoye', link.mailed_at);
  if (link.mail_failed_at !== null) return told('non_remis', link.mail_failed_at);
  const age = deps.clock().getTime() - link.created_at.getTime();
  return told(age < TOLD_WITHIN_MS ? 'en_cours' : 'inconnu', link.created_at);
}

/** References of the editions that visitors of one statement received. */
async function referencesOf(
  deps: Deps,
  links: LinkRow[],
  receipts: ReceiptRow[],
): Promise<ReadonlyMap<number, string>> {
  const numbers = new Set([...links, ...receipts].flatMap(({ edition }) => edition ?? []));
  const [statementId] = links.map((link) => link.statement_id);
  const references = new Map<number, string>();
  if (statementId === undefined) return references;
  for (const edition of numbers) {
    const found = await findEditionForHandover(deps, { statementId, edition });
    if (found !== undefined) references.set(edition, found.reference);
  }
  return references;
}

/** What each link hands over now. */
async function editionsOf(deps: Deps, links: LinkRow[]): Promise<ReadonlyMap<number, HandedEdition>> {
  const editions = new Map<number, HandedEdition>();
  for (const { statement_id: statementId, edition } of links) {
    const found = editions.has(edition) ? undefined : await findNewestForHandover(deps, { statementId, edition });
    if (found !== undefined) editions.set(edition, found);
  }
  return editions;
}

function stateOf(deps: Deps, { revoked_at }: LinkRow, edition: HandedEdition): Handover['etat'] {
  if (revoked_at !== null) return 'revoque';
  return hasExpired(deps, edition) ? 'expire' : 'ouvert';
}

const FORMS: Record<string, HandedForm> = { short: 'courte', both: 'les_deux' };

function viewReceipt(row: ReceiptRow, reference: string | undefined, newest: HandedEdition): Handover['recus'][number] {
  const files = filesOf(row);
  return {
    id: row.id,
    nom: row.name,
    email: row.email,
    recu_le: row.acknowledged_at.toISOString(),
    ...(reference !== undefined && { reference, ancienne: reference !== newest.reference }),
    telecharge_le: files.flatMap((file) => file.telecharge_le ?? []).toSorted()[0] ?? null,
    fichiers: files,
    recepisse_pret: row.file_key !== null,
  };
}

function filesOf(row: ReceiptRow): Handover['recus'][number]['fichiers'] {
  const { document_sha256: sha256, short_sha256: short } = row;
  const [at, shortAt] = [row.downloaded_at, row.short_downloaded_at].map((date) => date?.toISOString() ?? null);
  if (short === sha256) return [{ forme: 'courte', sha256, telecharge_le: at ?? null }];
  const whole = { forme: 'complete', sha256, telecharge_le: at ?? null } as const;
  return short === null ? [whole] : [whole, { forme: 'courte', sha256: short, telecharge_le: shortAt ?? null }];
}
