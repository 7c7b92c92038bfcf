import { Temporal } from 'temporal-polyfill';
import type { Commune } from './communes.ts';
import { unit } from './hash.ts';
import { gasparCommune } from './hazards-plans.ts';
import { CHANGING_SENTINEL } from './sentinel-communes.ts';
import { CHANGED_ON, datedChange } from './world.ts';

/** Arrêtés de catastrophe naturelle of a commune: a random number of them, always at least the storm of 1999. */
type CatnatDecree = {
  code: string;
  hazard: string;
  start: Temporal.PlainDate;
  end: Temporal.PlainDate;
  decree: Temporal.PlainDate;
  journalOfficiel: Temporal.PlainDate;
};

const FLOOD = 'Inondations et/ou Coulées de Boue';
const HAZARDS = [
  FLOOD,
  FLOOD,
  'Mouvements de terrain différentiels consécutifs à la sécheresse et à la réhydratation des sols',
  'Inondations par remontée de nappe phréatique',
  'Mouvement de Terrain',
  'Sécheresse',
] as const;
/** Paris has twenty rows (recorded), which two pages of ten hold exactly. */
const KNOWN_COUNTS: Record<string, number> = { '75056': 20 };

const december1999 = row('INTE9900627A', 'Inondations, Coulées de Boue et Mouvements de Terrain', [
  '1999-12-25',
  '1999-12-29',
  '1999-12-29',
  '1999-12-30',
]);
/** Recorded: an arrêté appears once per commune; Lyon's is in the préfecture's own archive. */
const KNOWN_ROWS: Record<string, CatnatDecree[]> = {
  '75056': [row('INTE0100460A', FLOOD, ['2001-07-06', '2001-07-07', '2001-08-06', '2001-08-11'])],
  '69123': [row('69PREF19820127', 'Tempête', ['1982-11-06', '1982-11-10', '1982-11-18', '1982-11-19'])],
};

/** Published on the day on which the played world changes. */
const DATED_DECREE = row('INTE2703100A', FLOOD, ['2027-02-01', '2027-02-03', '2027-03-09', CHANGED_ON]);

export function catnatDecrees(commune: Commune): CatnatDecree[] {
  const town = gasparCommune(commune);
  const fixed = [...(KNOWN_ROWS[town.insee] ?? []), december1999];
  // One arrêté can recognise two hazards in one commune: two rows with the same code.
  if (unit('catnat-twin', town.insee) < 0.15) fixed.push({ ...december1999, hazard: 'Tempête' });
  const total = KNOWN_COUNTS[town.insee] ?? fixed.length + Math.floor(unit('catnat', town.insee) * 14);
  const drawn = Array.from({ length: Math.max(0, total - fixed.length) }, (_, index) => drawnRow(town, index));
  const change = datedChange(town.insee);
  const published = change?.mode === 'arrete' && change.isPast ? [DATED_DECREE] : [];
  return [...fixed, ...drawn, ...published, ...(town.insee === CHANGING_SENTINEL.insee ? [decreeOfNow()] : [])];
}

/** Its code is that of the present hundredth of a second: a test that is renewed at once has another. */
function decreeOfNow(): CatnatDecree {
  const instant = Math.floor(Date.now() / 10) % 100_000;
  const days = ['2026-01-05', '2026-01-06', '2026-02-10', '2026-02-22'] as const;
  return row(`INTE26${String(instant).padStart(5, '0')}A`, FLOOD, [...days]);
}

function drawnRow(commune: Commune, index: number): CatnatDecree {
  const draw = (what: string) => unit('catnat', what, commune.insee, index);
  const start = Temporal.PlainDate.from({ year: 1983 + Math.floor(draw('year') * 42), month: 1, day: 1 }).add({
    days: Math.floor(draw('day') * 365),
  });
  const decree = start.add({ days: 45 + Math.floor(draw('delay') * 200) });
  const number = Math.floor(draw('number') * 10_000);
  return {
    code: `INTE${String(decree.year % 100).padStart(2, '0')}${String(number).padStart(5, '0')}A`,
    hazard: HAZARDS[Math.floor(draw('hazard') * HAZARDS.length)] ?? FLOOD,
    start,
    end: start.add({ days: Math.floor(draw('length') * 5) }),
    decree,
    journalOfficiel: decree.add({ days: 12 }),
  };
}

function row(
  code: string,
  hazard: string,
  days: [start: string, end: string, decree: string, jo: string],
): CatnatDecree {
  const [start, end, decree, journalOfficiel] = days.map((day) => Temporal.PlainDate.from(day)) as [
    Temporal.PlainDate,
    Temporal.PlainDate,
    Temporal.PlainDate,
    Temporal.PlainDate,
  ];
  return { code, hazard, start, end, decree, journalOfficiel };
}
