import { info, shown, type Figure } from '../harness/report.ts';

/** Services with a pace of their own, in calls a second (server/src/adapters/): the first that matches. */
const SERVICES = [
  { name: 'addresses', about: /^\w+ \/geocodage/, pace: 40 },
  { name: 'plan perimeters', about: /^\w+ \/apicarto\/api\/gpu\/(?:assiette|generateur)-sup/, pace: 4 },
  { name: 'cadastre', about: /^\w+ \/apicarto\/api\/cadastre/, pace: 25 },
  { name: 'urbanism', about: /^\w+ \/apicarto\/api\/gpu/, pace: 25 },
  { name: 'Géorisques report', about: /^\w+ \/georisques\/api\/v1\/resultats_rapport_risque/, pace: 1 },
  {
    name: 'Géorisques v1, informative',
    about: /^\w+ \/georisques\/api\/v1\/(?:ssp\/casias|installations_classees|cavites|mvt|rga)/,
    pace: 1,
  },
  { name: 'Géorisques v1', about: /^\w+ \/georisques\/api\/v1/, pace: 3 },
  { name: 'Géorisques v2', about: /^\w+ \/georisques\/api\/v2/, pace: 15 },
  { name: 'noise plans', about: /^\w+ \/geopf\/(?:wms-v|wfs)/, pace: 10 },
  { name: 'tiles', about: /^\w+ \/(?:geopf\/wmts|osm)/, pace: 40 },
] as const;

export type Calls = {
  seen: (head: string) => void;
  /** Forgets what was counted. */
  begin: () => void;
  /** Of each service since `begin`: its calls, and the most in any second. */
  counted: () => { name: string; pace: number; calls: number; most: number }[];
};

/** Counts requests as the simulators receive them. */
export function countCalls(): Calls {
  let times = new Map<string, number[]>();
  return {
    seen: (head) => {
      const service = SERVICES.find(({ about }) => about.test(head));
      if (service === undefined) return;
      const known = times.get(service.name) ?? [];
      times.set(service.name, known);
      known.push(performance.now());
    },
    begin: () => void (times = new Map()),
    counted: () =>
      SERVICES.flatMap(({ name, pace }) => {
        const known = times.get(name) ?? [];
        return known.length === 0 ? [] : [{ name, pace, calls: known.length, most: mostInASecond(known) }];
      }),
  };
}

/** A second, less what a call may be delayed on its way. */
const WINDOW_MS = 950;

/** In any such window. */
function mostInASecond(times: readonly number[]): number {
  let [from, most] = [0, 0];
  for (const [to, time] of times.entries()) {
    while (time - (times[from] ?? time) >= WINDOW_MS) from += 1;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

const HALF_AN_HOUR_S = 1_800;

/** What live services would allow in half an hour, by the calls of one check: the least is the limit. */
export const onPaper = (counted: ReturnType<Calls['counted']>, checks: number): Figure[] =>
  counted.map(({ name, pace, calls }) =>
    info(
      `calls of ${name} a check; checks in 30 minutes at ${pace} a second (paper)`,
      `${shown(calls / checks)}; ${shown((pace * HALF_AN_HOUR_S * checks) / calls)}`,
    ),
  );
