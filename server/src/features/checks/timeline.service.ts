import type { readTimeline } from '@clairisque/contract/checks.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { longFrenchDate } from '#domain/french.ts';
import { ownEditions, requireEdition, type Edition } from '#features/documents/documents.ts';
import { listHandovers } from '#features/handovers/handovers.ts';
import { listChecksOf, type CheckRow } from './checks.queries.ts';
import { sentenceOf } from './view.rules.ts';
import { findWatched } from './watch.queries.ts';

type Owned = { accountId: number; id: number };
type Timeline = z.infer<(typeof readTimeline)['schema']['response'][200]>;
type Moment = Timeline['moments'][number];

const MOST_CHECKS = 1_000;

/** Everything that happened to a statement, oldest first: evidence for its owner. Throws `not_found`. */
export async function timelineOf(deps: Deps, owned: Owned): Promise<Timeline> {
  const { reference } = await requireEdition(deps, owned);
  const [editions, handovers, checks, watched] = await Promise.all([
    ownEditions(deps, owned),
    listHandovers(deps, owned),
    listChecksOf(deps.db, owned.id, MOST_CHECKS),
    findWatched(deps.db, owned),
  ]);
  const moments = [
    ...editions.map(momentOfEdition),
    ...checks.flatMap((check) => momentOfCheck(check, deps.clock())),
    ...handovers.flatMap(momentsOfHandover),
    ...(watched?.signedOn ? [signed(watched.signedOn, watched.closedAt)] : []),
  ];
  return { reference, moments: moments.toSorted((one, other) => one.le.localeCompare(other.le)) };
}

function momentOfEdition({ reference, sha256, issuedAt, completedAt, updates, expiresOn }: Edition): Moment {
  const until = `valable jusqu’au ${longFrenchDate(expiresOn)} inclus`;
  const at = { le: (completedAt ?? issuedAt).toISOString(), reference, sha256 };
  if (completedAt !== null) return { ...at, quoi: 'complete', phrase: `Complété : ${reference}` };
  if (updates !== null) return { ...at, quoi: 'mis_a_jour', phrase: `Mis à jour : ${reference}, ${until}` };
  if (reference.includes('-R1')) return { ...at, quoi: 'renouvele', phrase: `Renouvelé : ${reference}, ${until}` };
  return { ...at, quoi: 'emis', phrase: `Établi : ${reference}, ${until}` };
}

function momentOfCheck(check: CheckRow, now: Date): Moment[] {
  const { ended_at, last_tried_at, missing, outcome, reference, file_sha256, new_reference } = check;
  const at = ended_at ?? last_tried_at;
  if (at === null || outcome === 'dropped' || (outcome === null && missing === null)) return [];
  const isWhole = outcome === 'unchanged' || outcome === 'changed';
  return [
    {
      le: at.toISOString(),
      quoi: isWhole ? 'verifie' : 'verification_incomplete',
      phrase: sentenceOf(check, now),
      reference: reference ?? new_reference,
      sha256: file_sha256,
    },
  ];
}

type Link = Awaited<ReturnType<typeof listHandovers>>[number];

function momentsOfHandover({ libelle, cree_le, ouvertures, recus, reference }: Link): Moment[] {
  const to = libelle === '' ? 'Lien de remise' : `Remise « ${libelle} »`;
  return [
    { le: cree_le, quoi: 'remis', phrase: `${to} : lien créé`, reference: null, sha256: null },
    ...ouvertures.map((le): Moment => ({
      le,
      quoi: 'ouvert',
      phrase: `${to} : document ouvert`,
      reference: null,
      sha256: null,
    })),
    ...recus.map((receipt): Moment => ({
      le: receipt.recu_le,
      quoi: 'recu',
      phrase: `${to} : reçu par ${receipt.nom} (${receipt.email})`,
      reference: receipt.reference ?? reference,
      sha256: receipt.fichiers[0]?.sha256 ?? null,
    })),
  ];
}

const signed = (day: string, closedAt: Date | null): Moment => ({
  le: closedAt?.toISOString() ?? `${day}T00:00:00.000Z`,
  quoi: 'signe',
  phrase: `Signé le ${longFrenchDate(day)}`,
  reference: null,
  sha256: null,
});
