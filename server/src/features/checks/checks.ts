import { ATTESTATION_REFERENCE, type AttestedCheck, type Check } from '@clairisque/contract/checks.ts';
import { isTest, REFERENCE } from '@clairisque/contract/verification.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { findEditionByReference } from '#features/documents/documents.ts';
import { requireOpenLink, type Visit } from '#features/handovers/handovers.ts';
import { AppError } from '#platform/app-error.ts';
import { refuseGuess } from '#platform/guards/rate-limit.ts';
import {
  countAskedSince,
  findAttested,
  findCheck,
  findCheckable,
  listChecksOf,
  type Checkable,
  type CheckRow,
} from './checks.queries.ts';
import { beginCheck, joinOrBegin } from './queue.service.ts';
import { checkRefusal } from './run.service.ts';
import { viewCheck, viewOutcome } from './view.rules.ts';

export { askChecks, checksBefore, plannedAfter, type Answered } from './portfolio.service.ts';
export { changeDates, planDays, readDates, refuseDays } from './dates.service.ts';

type Owned = { accountId: number; id: number };
type Asked<V> = { view: V; isNew: boolean };
type Outcome = ReturnType<typeof viewOutcome>;

const LISTED = 200;
const notFound = (): AppError => new AppError('not_found', 'Pas trouvé.');

async function requireCheckable({ db }: Pick<Deps, 'db'>, { id, accountId }: Owned): Promise<Checkable> {
  const checkable = await findCheckable(db, { id, accountId });
  if (checkable === undefined) throw notFound();
  return checkable;
}

/** Newest first. Throws `not_found`, also for a draft. */
export async function listChecks(deps: Deps, owned: Owned): Promise<{ controles: Check[]; refus: string | null }> {
  const checkable = await requireCheckable(deps, owned);
  const now = deps.clock();
  const rows = await listChecksOf(deps.db, owned.id, LISTED);
  return {
    controles: rows.map((row) => viewCheck(row, checkable.reference, now)),
    refus: checkRefusal(checkable, now),
  };
}

/** « Vérifier aujourd’hui », by its owner or a program. Throws `not_found`, `conflict` with the reason. */
export async function askCheck(deps: Deps, owned: Owned, origin: 'owner' | 'key' = 'owner'): Promise<Asked<Check>> {
  const checkable = await requireCheckable(deps, owned);
  const now = deps.clock();
  refuse(checkable, now);
  const asked = await joinOrBegin(deps, wantedOf(checkable, origin, now), (deps) =>
    limitAsked(deps, checkable, { origin, most: OWNERS_A_DAY, now }),
  );
  if (asked === undefined) throw notFound();
  return { view: viewCheck(asked.check, checkable.reference, deps.clock()), isNew: asked.isNew };
}

function refuse(checkable: Checkable, now: Date): void {
  const refusal = checkRefusal(checkable, now);
  if (refusal !== null) throw new AppError('conflict', refusal);
}

const wantedOf = ({ statementId, edition }: Checkable, origin: 'owner' | 'key' | 'visitor', now: Date) => ({
  statementId,
  edition,
  origin,
  subject: `${origin}:${now.toISOString()}`,
});

const DAY_MS = 86_400_000;
/** An owner and their programs check one statement so often: each check keeps an attestation. */
const OWNERS_A_DAY = 10;
/** Visitors check one statement so often; each address has its own limit besides. */
const VISITORS_A_DAY = 3;

/** « Vérifier aujourd’hui », by whoever has the document. Throws `not_found`, `conflict`, `too_many_requests`. */
export async function askByReference(deps: Deps, asked: { reference: string; ip: string }): Promise<Asked<Outcome>> {
  return askAsVisitor(deps, await checkableNamed(deps, asked));
}

/** The link of a hand-over asks for the same check. Throws as `requireOpenLink`. */
export async function askByLink(deps: Deps, visit: Visit): Promise<Asked<Outcome>> {
  const { link } = await requireOpenLink(deps, visit);
  const checkable = await findCheckable(deps.db, { id: link.statement_id });
  if (checkable === undefined) throw notFound();
  return askAsVisitor(deps, checkable);
}

async function askAsVisitor(deps: Deps, checkable: Checkable): Promise<Asked<Outcome>> {
  const now = deps.clock();
  refuse(checkable, now);
  const { reference } = checkable;
  const asked = await joinOrBegin(deps, wantedOf(checkable, 'visitor', now), (deps) =>
    limitAsked(deps, checkable, { origin: 'visitor', most: VISITORS_A_DAY, now }),
  );
  if (asked === undefined) throw notFound();
  return { view: viewOutcome(asked.check, reference, deps.clock()), isNew: asked.isNew };
}

type Bound = { origin: 'owner' | 'key' | 'visitor'; most: number; now: Date };

/** Throws `too_many_requests`. */
async function limitAsked({ db }: Deps, { statementId }: Checkable, { origin, most, now }: Bound): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS);
  if ((await countAskedSince(db, { statementId, origin, since })) < most) return;
  const orElse = origin === 'visitor' ? ', ou demandez-en une à son propriétaire' : '';
  throw new AppError(
    'too_many_requests',
    `Ce document a déjà été vérifié ${most}\u00A0fois en un jour\u00A0: lisez la dernière vérification${orElse}.`,
    DAY_MS / 1000,
  );
}

/** The newest check of a document; null without one. Throws `not_found`, `too_many_requests`. */
export async function readByReference(
  deps: Deps,
  asked: { reference: string; ip: string },
): Promise<{ controle: Outcome | null }> {
  const { statementId, reference } = await checkableNamed(deps, asked);
  const row = (await listChecksOf(deps.db, statementId, LISTED)).find(({ outcome }) => outcome !== 'dropped');
  return { controle: row === undefined ? null : viewOutcome(row, reference, deps.clock()) };
}

const UNKNOWN = 'Aucun document ne porte cette référence.';

async function checkableNamed(deps: Deps, { reference, ip }: { reference: string; ip: string }): Promise<Checkable> {
  const named = reference.trim().toUpperCase();
  const isOurs = REFERENCE.test(named) && !isTest(named);
  const edition = isOurs ? await findEditionByReference(deps, named) : undefined;
  const checkable = edition && (await findCheckable(deps.db, { id: edition.statementId }));
  return checkable ?? refuseGuess(deps, ip, UNKNOWN);
}

/** After an activation that changes what a statement would say: once for each. */
export async function checkAfterActivation(
  deps: Deps,
  { dataset, release, at, statements }: { dataset: string; release: string; at: Date; statements: readonly number[] },
): Promise<void> {
  for (const id of statements) {
    const checkable = await findCheckable(deps.db, { id });
    if (checkable === undefined || checkRefusal(checkable, deps.clock()) !== null) continue;
    const subject = `${dataset}:${release}:${at.toISOString()}`;
    await beginCheck(deps, { statementId: id, edition: checkable.edition, origin: 'activation', subject });
  }
}

type Pdf = { pdf: Buffer; fileName: string };

/** Its owner’s. Throws `not_found` without an attestation. */
export async function readAttestation(deps: Deps, owned: Owned, checkId: number): Promise<Pdf> {
  await requireCheckable(deps, owned);
  const row = await findCheck(deps.db, checkId);
  if (row?.statement_id !== owned.id) throw notFound();
  return pdfOf(deps, row);
}

async function pdfOf(deps: Deps, { reference, file_key: key, file_sha256: sha256 }: CheckRow): Promise<Pdf> {
  if (reference === null || key === null) throw notFound();
  return { pdf: await deps.files.get({ key, sha256 }), fileName: `${reference}.pdf` };
}

type Named = { reference: string; ip: string };

async function requireAttested(deps: Deps, { reference, ip }: Named): Promise<CheckRow> {
  const named = reference.trim().toUpperCase();
  const isAttestation = ATTESTATION_REFERENCE.test(named) && !isTest(named);
  const row = isAttestation ? await findAttested(deps.db, named) : undefined;
  return row ?? refuseGuess(deps, ip, 'Aucune attestation ne porte cette référence.');
}

/** Public: an attestation names nobody. Throws `not_found`, `too_many_requests`. */
export const readPublicAttestation = async (deps: Deps, asked: Named): Promise<Pdf> =>
  pdfOf(deps, await requireAttested(deps, asked));

export async function verifyAttestation(deps: Deps, asked: Named): Promise<z.infer<typeof AttestedCheck>> {
  const row = await requireAttested(deps, asked);
  const { reference, ended_at, document_reference, document_sha256, file_sha256, attestation, signature } = row;
  const current = await findCheckable(deps.db, { id: row.statement_id });
  const isWhole =
    reference !== null && ended_at !== null && document_reference !== null && document_sha256 !== null &&
    file_sha256 !== null && attestation !== null && signature !== null; // prettier-ignore
  if (!isWhole || current === undefined) throw notFound();
  const isPast = current.reference !== document_reference;
  const since = isPast ? ` Depuis, ce document a une autre édition : ${current.reference}.` : '';
  return {
    reference,
    fait_le: ended_at.toISOString(),
    document: { reference: document_reference, sha256: document_sha256 },
    depasse: isPast,
    phrase: `${viewOutcome(row, document_reference, deps.clock()).phrase}${since}`,
    sha256: file_sha256,
    attestation: {
      ligne: attestation,
      signature: signature.toString('base64url'),
      cle: `${deps.publicUrl}/.well-known/clairisque-keys.json`,
    },
  };
}
