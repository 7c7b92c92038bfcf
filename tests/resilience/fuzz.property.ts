import { DRAWING_SENTINELS } from '../../simulators/src/territory/sentinel-communes.ts';
import type { Random } from '../harness/seeded-random.ts';
import { authorizationOf } from '../../server/test/honest-calls.ts';
import { called, credentials } from './fuzz.fields.ts';
import type { Made, World } from './fuzz.environment.ts';

const SUFFIXES = ['', '', ' bis', ' ter', ' quater', ' B', 'bis'];
const KINDS = ['rue', 'avenue', 'av.', 'bd', 'place', 'chemin', 'all.', 'impasse'];
const NAMES = ['des Lilas', 'de la République', 'Nationale', 'du Gal Leclerc', 'St-Honoré', 'du 8 Mai 1945', 'du Port'];
const TOWNS = [
  ['35000', 'Rennes'],
  ['75003', 'Paris'],
  ['95190', 'Goussainville'],
  ['59140', 'Dunkerque'],
  ['85260', 'Montréverd'],
  ['01000', 'Saint-Denis-lès-Bourg'],
] as const;

/** Half of an address pair: the service's answer, which may have another door or postcode, is the other half. */
export function typedAddress(random: Random, world: World): Made {
  const number = 1 + random.below(200);
  const suffix = random.of(SUFFIXES) ?? '';
  const [postcode, town] = random.of(TOWNS)!;
  // A postcode of another town, sometimes.
  const typed = { door: `${number}${suffix}`, postcode: random.percent(70) ? postcode : random.of(TOWNS)![0] };
  const text = `${typed.door} ${random.of(KINDS)} ${random.of(NAMES)} ${typed.postcode} ${town}`;
  if (random.percent(95)) return { ...get(`/geocodage/search?q=${encodeURIComponent(text)}&limit=5`), typed };
  return assessed(random, world, { address: text });
}

/** A place where the suppliers draw parcels and zones badly, each parcel and point in another way. */
export function oddPlace(random: Random, world: World): Made {
  const { longitude, latitude, insee } = random.of(DRAWING_SENTINELS)!;
  const point = { longitude: longitude + shift(random), latitude: latitude + shift(random) };
  const code = `000-AA-${String(1 + random.below(60)).padStart(4, '0')}@${insee}`;
  if (random.percent(60)) {
    return { ...get(`/api/v2/cadastre/proximite/${point.longitude}/${point.latitude}/`), method: 'POST' };
  }
  if (random.percent(85)) return get(`/api/v2/cadastre/parcelles/?codes=${encodeURIComponent(code)}`);
  return assessed(random, world, random.percent(50) ? { point } : { parcels: [code] });
}

const get = (path: string): Made => ({ method: 'GET', path, headers: {} });
/** Degrees, within the commune. */
const shift = (random: Random): number => Number(((random.below(600) - 300) * 1e-5).toFixed(5));

function assessed(random: Random, world: World, body: object): Made {
  const target = world.targets.find(({ route }) => route.method === 'POST' && route.url.endsWith('/assessments'))!;
  const { method, path, headers } = called(random, world, { target });
  const authorization = authorizationOf(target.route, credentials(random, world));
  return { method, path, headers: { ...headers, authorization }, body: JSON.stringify(body) };
}
