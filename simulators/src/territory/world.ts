import { Temporal } from 'temporal-polyfill';
import { DATED_SENTINELS, type DatedSentinelMode } from './sentinel-communes.ts';

/** The day that the sources play: today in Paris, or the one chosen at `/monde`. */

/** The world is another one from that day on. */
export const CHANGED_ON = '2027-03-10';
/** A silence of three days. */
const SILENT = ['2027-03-10', '2027-03-11', '2027-03-12'];

const modes = new Map<string, DatedSentinelMode>(DATED_SENTINELS.map(({ insee, mode }) => [insee, mode]));

let chosen: string | null = null;

/** Null follows the clock. */
export function playDay(day: string | null): void {
  chosen = day === null ? null : Temporal.PlainDate.from(day).toString();
}

export const playedDay = (): string => chosen ?? Temporal.Now.plainDateISO('Europe/Paris').toString();

/** The change played at a place, and whether it has come; null elsewhere. */
export function datedChange(insee: string): { mode: DatedSentinelMode; isPast: boolean } | null {
  const mode = modes.get(insee);
  return mode === undefined ? null : { mode, isPast: playedDay() >= CHANGED_ON };
}

export const isSilent = (insee: string): boolean => modes.get(insee) === 'muet' && SILENT.includes(playedDay());
