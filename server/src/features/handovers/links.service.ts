import { Temporal } from 'temporal-polyfill';
import type { Deps } from '#deps.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { findNewestForHandover, shortVersionOf } from '#features/documents/documents.ts';
import { AppError } from '#platform/app-error.ts';
import type { KeptFile } from '#platform/files/file-store.ts';
import { refuseGuess } from '#platform/guards/rate-limit.ts';
import { linksKey, readSecretToken } from '#platform/security/secret-link.ts';
import { findLink, type VisitedLink } from './handovers.queries.ts';

/** The newest edition of the document that the link was made for: completed ones follow. */
export type HandedEdition = NonNullable<Awaited<ReturnType<typeof findNewestForHandover>>>;
export type OpenLink = { link: VisitedLink; edition: HandedEdition };
/** What a link hands over, in the database. */
export type Form = 'whole' | 'short' | 'both';
export type HandedFile = KeptFile & { sha256: string; form: Exclude<Form, 'both'> };
/** A visitor's token and network address. */
export type Visit = { token: string; ip: string };

/** Kinds of secret tokens: the hand-over's, and the one that a visitor gets by the acknowledgement. */
export const LINK = 'remise';
export const RECEIPT = 'recu';

/**
 * Throws `not_found` for an unknown, revoked or expired link (indistinguishable), `too_many_requests` for guessing, and
 * `forbidden` while the owner's account is blocked: an intruder may have created the link (decision 0015).
 */
export async function requireOpenLink(deps: Deps, { token, ip }: Visit): Promise<OpenLink> {
  const id = readSecretToken(await linksKey(deps.db), LINK, token);
  const link = id === null ? undefined : await findLink(deps.db, id);
  const edition =
    link && (await findNewestForHandover(deps, { statementId: link.statement_id, edition: link.edition }));
  if (link === undefined || edition === undefined || hasExpired(deps, edition)) return refuseLink(deps, ip);
  if (link.suspended) {
    throw new AppError(
      'forbidden',
      'Ce lien est suspendu\u00A0: le compte de la personne qui vous l’a envoyé est bloqué pour le moment. Demandez-lui le document directement.',
    );
  }
  return { link, edition };
}

export function refuseLink(deps: Pick<Deps, 'throttle'>, ip: string): Promise<never> {
  return refuseGuess(deps, ip, 'Ce lien n’existe pas, ou il n’est plus valable.');
}

/** A link ends with the last day of validity of its document, in Paris. */
export function hasExpired({ clock }: Pick<Deps, 'clock'>, { expiresOn }: Pick<HandedEdition, 'expiresOn'>): boolean {
  return Temporal.PlainDate.compare(parisDate(clock().toISOString()), expiresOn) > 0;
}

/** The files that a link hands over, the whole document first. Throws `not_found` without a short version. */
export async function handedFiles(
  deps: Deps,
  form: string,
  edition: HandedEdition,
): Promise<[HandedFile, ...HandedFile[]]> {
  const whole = { form: 'whole', key: edition.fileKey, sha256: edition.sha256 } as const;
  if (form === 'whole') return [whole];
  const short = { form: 'short', ...(await shortVersionOf(deps, edition)) } as const;
  return form === 'short' ? [short] : [whole, short];
}
