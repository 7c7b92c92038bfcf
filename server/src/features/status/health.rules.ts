import type { ServiceStatus } from '@clairisque/contract/status.ts';
import { DURATION_BOUNDS_MS, latest, SLOT_MS, type Slot } from '#platform/suppliers/source-health.ts';
import type { Counted } from './sources.rules.ts';

export type State = ServiceStatus['etat'];
export type Health = {
  state: State;
  lastSuccess: Date | null;
  lastFailure: Date | null;
  share: number | null;
  medianMs: number | null;
};
export type Outage = ServiceStatus['incidents'][number];

const DAY_MS = 86_400_000;
/** Window of « now ». */
const NOW_MS = 30 * 60_000;
/** Fewer failures than this are network hiccups. */
const FEW = 3;
const DISTURBED_SHARE = 0.9;

/** State of a source at `now`, from our own requests: without requests it is unknown, not available. */
export function healthOf(slots: readonly Slot[], now: Date): Health {
  const day = slots.filter(({ slot }) => now.getTime() - slot.getTime() < DAY_MS);
  const lastSuccess = latest(slots.map((slot) => slot.lastSuccess));
  const lastFailure = latest(slots.map((slot) => slot.lastFailure));
  return { state: stateOf(day, now), lastSuccess, lastFailure, share: shareOf(day), medianMs: medianOf(day) };
}

function stateOf(day: readonly Slot[], now: Date): State {
  if (day.length === 0) return 'inconnu';
  const recent = day.filter(({ slot }) => now.getTime() - slot.getTime() < NOW_MS + SLOT_MS);
  const failed = sum(recent, 'failed');
  const share = shareOf(recent);
  if (share === null) return endedBadly(day) ? 'perturbe' : 'disponible';
  if (failed < FEW) return 'disponible';
  if (share === 0) return 'indisponible';
  return share < DISTURBED_SHARE ? 'perturbe' : 'disponible';
}

/** The last requests failed, more than once. */
function endedBadly(day: readonly Slot[]): boolean {
  const last = day.at(-1);
  return last !== undefined && last.failed >= FEW && last.answered === 0;
}

const sum = (slots: readonly Slot[], of: 'answered' | 'failed'): number =>
  slots.reduce((total, slot) => total + slot[of], 0);

function shareOf(slots: readonly Slot[]): number | null {
  const answered = sum(slots, 'answered');
  const asked = answered + sum(slots, 'failed');
  return asked === 0 ? null : answered / asked;
}

/** Interpolated within its class, to two digits: more would be false precision. */
function medianOf(slots: readonly Slot[]): number | null {
  const counts = DURATION_BOUNDS_MS.map((_, index) =>
    slots.reduce((all, slot) => all + (slot.durations[index] ?? 0), 0),
  );
  const half = sum(slots, 'answered') / 2;
  let before = 0;
  for (const [index, count] of counts.entries()) {
    if (count > 0 && before + count >= half) {
      const from = DURATION_BOUNDS_MS[index - 1] ?? 0;
      const to = DURATION_BOUNDS_MS[index] ?? from;
      return Number((from + ((to - from) * (half - before)) / count).toPrecision(2));
    }
    before += count;
  }
  return half === 0 ? null : (DURATION_BOUNDS_MS.at(-1) ?? null);
}

/**
 * Periods of ten minutes or more in which at least `FEW` requests and one in ten failed; periods less than ten minutes
 * apart are merged.
 */
export function outagesOf({ name }: Counted, slots: readonly Slot[], now: Date): Outage[] {
  const bad = slots.filter((slot) => slot.failed >= FEW && (shareOf([slot]) ?? 1) < DISTURBED_SHARE);
  const spells: Slot[][] = [];
  for (const slot of bad) {
    const spell = spells.at(-1);
    const last = spell?.at(-1);
    if (last !== undefined && slot.slot.getTime() - last.slot.getTime() <= 2 * SLOT_MS) spell?.push(slot);
    else spells.push([slot]);
  }
  return spells.map((spell) => outageOf(name, spell, now));
}

function outageOf(nom: string, spell: Slot[], now: Date): Outage {
  const [first, last] = [spell[0], spell.at(-1)];
  const end = new Date((last?.slot.getTime() ?? 0) + SLOT_MS);
  return {
    nom,
    debut: (first?.slot ?? now).toISOString(),
    fin: end > now ? null : end.toISOString(),
    part_echecs: 1 - (shareOf(spell) ?? 1),
  };
}
