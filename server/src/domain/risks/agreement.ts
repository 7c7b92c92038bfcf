import type { Place } from '#domain/geometry/place.ts';
import type { Fact, FactName, NearbySite, NoiseZone, SisSite } from '#domain/risks/facts.ts';
import { isInside, overlapOf, propertyAt } from '#domain/geometry/overlap.ts';

/** Whether a release and the live service say the same about a place; `unanswered` without a live answer of today. */
export type Agreement = 'agree' | 'differ' | 'unanswered';

/** What a finding rests on: grades, and identifiers of plans, sites and decrees; not names nor distances. */
export type Compared = { name: FactName; local: Fact<unknown>; live: Fact<unknown>; place: Place };

/** A last-good answer may be older than the release: it contradicts nothing. */
export function agreementOf(compared: Compared): Agreement {
  const differences = differencesOf(compared);
  if (differences === null) return 'unanswered';
  return differences.release.length + differences.live.length === 0 ? 'agree' : 'differ';
}

/** What only one of them says, as short texts; null without a live answer of today. */
export function differencesOf({ name, local, live, place }: Compared): { release: string[]; live: string[] } | null {
  if (local.state !== 'obtained' || live.state !== 'obtained') return null;
  const [ours, theirs] = [itemsOf(name, local.value, place), itemsOf(name, live.value, place)];
  return { release: onlyIn(ours, theirs), live: onlyIn(theirs, ours) };
}

/** `isCertain`: it counts as a difference when the other side lacks it. */
type Item = { text: string; isCertain: boolean };

const onlyIn = (ours: Item[], theirs: Item[]): string[] => {
  const known = new Set(theirs.map(({ text }) => text));
  return [...new Set(ours.filter(({ text, isCertain }) => isCertain && !known.has(text)).map(({ text }) => text))];
};

function itemsOf(name: FactName, value: unknown, place: Place): Item[] {
  const items = Array.isArray(value) ? value : [value];
  return items.map((item: unknown) => ({ text: textOf(name, item), isCertain: isCertain(name, item, place) }));
}

/** Within 500 m for one source and beyond for the other: their points differ by a few metres, or by a site's extent. */
const CERTAIN_METRES = 450;
const SITES: ReadonlySet<FactName> = new Set(['casias', 'installations', 'cavities', 'groundMovements']);

function isCertain(name: FactName, item: unknown, place: Place): boolean {
  if (SITES.has(name)) return ((item as NearbySite).distanceMetres ?? Infinity) <= CERTAIN_METRES;
  if (name !== 'sis' && name !== 'noise') return true;
  // Each source is asked around the property, not at the same reach.
  const { outline } = item as SisSite | NoiseZone;
  if (outline === null) return true;
  const overlap = overlapOf(propertyAt(place), outline);
  return isInside(overlap) || overlap.nearBoundary;
}

/** Fields that identify or grade, in each kind of value. */
const ESSENTIALS = [
  'zone',
  'potential',
  'exposure',
  'gasparId',
  'status',
  'zoned',
  'id',
  'code',
  'start',
  'commune',
  'aerodrome',
  'coastalCommune',
  'departement',
] as const;

function textOf(name: FactName, item: unknown): string {
  if (item === null || typeof item !== 'object') return JSON.stringify(item ?? null);
  const known = item as Record<string, unknown>;
  // A site's status is a wording of its source.
  const fields = ESSENTIALS.filter((field) => field !== 'status' || name.startsWith('ppr'));
  return fields
    .flatMap((field) => (known[field] === undefined ? [] : [`${field} ${JSON.stringify(known[field])}`]))
    .join(', ');
}
