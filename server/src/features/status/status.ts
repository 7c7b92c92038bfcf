import type { ServiceStatus } from '@clairisque/contract/status.ts';
import type { Deps } from '#deps.ts';
import { healthOf, outagesOf, type Health, type State } from './health.rules.ts';
import { join, type Slot } from '#platform/suppliers/source-health.ts';
import { comparisonsOf } from '#wiring/telemetry.ts';
import { mailsWaiting, slotsSince } from './status.queries.ts';
import { PARTS, SOURCES, type Counted } from './sources.rules.ts';

const WEEK_MS = 7 * 86_400_000;
const MINUTE_MS = 60_000;
/** A mail leaves within seconds: beyond this, users wait for it. */
const MAIL_LATE_MS = 10 * MINUTE_MS;
const SHOWN_OUTAGES = 12;

type StatusDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'datasets' | 'simulatedParts'>;

/** The whole status, in French. Without a database everything is unknown, and the page says so. */
export async function readStatus(deps: StatusDeps): Promise<ServiceStatus> {
  const now = deps.clock();
  try {
    const [slots, mails] = await Promise.all([
      slotsSince(deps.db, new Date(now.getTime() - WEEK_MS)),
      mailsWaiting(deps.db),
    ]);
    return { ...statusOf(slots, mails, now), ...datasetsOf(deps, slots), ...simulatedOf(deps) };
  } catch (err) {
    deps.log.warn({ err }, 'status not read');
    return { ...statusOf([], null, now), ...datasetsOf(deps, []), ...simulatedOf(deps) };
  }
}

const SIMULATED: Record<Deps['simulatedParts'][number], string> = {
  payments: 'paiements',
  mail: 'e-mails',
  publisher: 'éditeur',
};

/** What is not real on this installation, where sources are. */
function simulatedOf({ simulatedParts }: StatusDeps): Pick<ServiceStatus, 'simules'> {
  return simulatedParts.length === 0 ? {} : { simules: simulatedParts.map((part) => SIMULATED[part]) };
}

/** Each edition in use, with its comparisons since a week. */
function datasetsOf({ datasets }: StatusDeps, slots: Slot[]): Pick<ServiceStatus, 'jeux'> {
  if (datasets === null) return {};
  const jeux = datasets.inUse().map(({ source, label, publisher, publishedOn, ageDays, isTooOld }) => {
    const own = slots.filter((slot) => slot.source === comparisonsOf(source));
    const count = (of: 'answered' | 'failed') => own.reduce((total, slot) => total + slot[of], 0);
    const compared = { comparaisons: count('answered') + count('failed'), differences: count('failed') };
    const edition = { edition: publishedOn, age_jours: ageDays, trop_ancienne: isTooOld };
    return { id: source, nom: label, producteur: publisher, ...edition, ...compared };
  });
  return { jeux };
}

type Mails = Awaited<ReturnType<typeof mailsWaiting>>;

/** `mails` is null when the database does not answer. */
function statusOf(slots: Slot[], mails: Mails | null, now: Date): ServiceStatus {
  const of = (part: Counted): Slot[] => slotsOf(part, slots);
  const service = [databaseOf(mails !== null), ...ownParts((part) => healthOf(of(part), now), mails, now)];
  const sources = SOURCES.map((source) => {
    const health = healthOfSource(source, slots, now);
    return {
      id: source.id,
      nom: source.name,
      producteur: source.producer,
      etat: health.state,
      derniere_reponse: health.lastSuccess?.toISOString() ?? null,
      dernier_echec: health.lastFailure?.toISOString() ?? null,
      part_reponses: health.share,
      duree_mediane_ms: health.medianMs,
    };
  });
  const incidents = [...Object.values(PARTS), ...SOURCES]
    .flatMap((part) => outagesOf(part, of(part), now))
    .toSorted((one, other) => other.debut.localeCompare(one.debut));
  return {
    calcule_le: now.toISOString(),
    etat: worstOf([...service, ...sources].map(({ etat }) => etat)),
    service,
    sources,
    incidents: incidents.slice(0, SHOWN_OUTAGES),
  };
}

/**
 * One row per ten minutes. A failed preferred source is followed by its fallback: its failure does not count for the
 * part.
 */
function slotsOf({ counts, preferred }: Counted, slots: readonly Slot[]): Slot[] {
  const own = slots.flatMap((slot) => {
    if (slot.source === preferred) return slot.answered === 0 ? [] : [{ ...slot, failed: 0, lastFailure: null }];
    return counts.includes(slot.source) ? [slot] : [];
  });
  const bySlot = Map.groupBy(own, ({ slot }) => slot.getTime()).values();
  return [...bySlot].flatMap(([first, ...rest]) => (first === undefined ? [] : [rest.reduce(join, first)]));
}

/** Answered by the fallback: « perturbé », since plans are then compared with points instead of the whole parcel. */
function healthOfSource(part: Counted, slots: readonly Slot[], now: Date): Health {
  const health = healthOf(slotsOf(part, slots), now);
  const preferred = healthOf(
    slots.filter(({ source }) => source === part.preferred),
    now,
  ).state;
  const isWorse = preferred === 'perturbe' || preferred === 'indisponible';
  return isWorse && health.state === 'disponible' ? { ...health, state: 'perturbe' } : health;
}

/**
 * A failing source makes our service « perturbé »: its last good answer replaces it, or the statement is refused and
 * not debited.
 */
function worstOf(states: State[]): State {
  const [database] = states;
  if (database === 'indisponible') return 'indisponible';
  return states.some((state) => state === 'indisponible' || state === 'perturbe') ? 'perturbe' : 'disponible';
}

type Part = ServiceStatus['service'][number];

function databaseOf(answers: boolean): Part {
  const detail = answers
    ? 'Comptes, crédits et documents accessibles.'
    : 'Comptes et documents inaccessibles pour le moment.';
  return { id: 'donnees', nom: 'Comptes et documents', etat: answers ? 'disponible' : 'indisponible', detail };
}

function ownParts(healthOfPart: (part: Counted) => Health, mails: Mails | null, now: Date): Part[] {
  return Object.values(PARTS).map((part) => {
    const health = healthOfPart(part);
    const late = part === PARTS.mails && mails?.oldest != null && now.getTime() - mails.oldest.getTime() > MAIL_LATE_MS;
    const etat = late && health.state !== 'indisponible' ? 'perturbe' : health.state;
    return { id: part.id, nom: part.name, etat, detail: late ? lateMails(mails, now) : detailOf(health) };
  });
}

function lateMails(mails: Mails | null, now: Date): string {
  const minutes = Math.round((now.getTime() - (mails?.oldest?.getTime() ?? now.getTime())) / MINUTE_MS);
  return `${mails?.count ?? 0} en attente, le plus ancien depuis ${minutes} minutes. Aucun n’est perdu.`;
}

function detailOf({ share, medianMs }: Health): string {
  if (share === null) return 'Pas utilisé depuis 24 heures.';
  const percent = Math.floor(share * 1000) / 10;
  const time = medianMs === null ? '' : `, en ${secondsOf(medianMs)} le plus souvent`;
  return `${String(percent).replace('.', ',')}\u00A0% de réussite en 24 heures${time}.`;
}

const secondsOf = (ms: number): string =>
  `${String(Math.max(0.1, Math.round(ms / 100) / 10)).replace('.', ',')}\u00A0s`;
