import { createCadastre } from '#adapters/cadastre/cadastre.ts';
import type { AdapterDeps } from '#adapters/fact.ts';
import { createGeocoder } from '#adapters/addresses/geocoder.ts';
import { createGeorisques } from '#adapters/georisques/georisques.ts';
import { createNoisePlans } from '#adapters/noise/noise-plans.ts';
import { createUrbanism } from '#adapters/urbanism/urbanism.ts';
import type { Cadastre, Geocoder, Georisques, NoisePlans, Urbanism } from '#adapters/suppliers.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { Fact } from '#domain/risks/facts.ts';
import { systemClock } from '#platform/clock.ts';
import { listeningAnswers } from './listening-answers.ts';
import type { LocalAnswer } from './local-server.ts';

export type Adapters = {
  geocoder: Geocoder;
  cadastre: Cadastre;
  georisques: Georisques;
  noisePlans: NoisePlans;
  urbanism: Urbanism;
};

type Served = { json: unknown } | LocalAnswer;

/** One recorded answer, the path that serves it, and what our adapter must read. */
export type Case = {
  title: string;
  /** What the tool added to an excerpt to make it an answer; null when served as recorded. */
  completed: string | null;
  /** Bodies (JSON values) or whole answers by path; any other path returns 500. */
  serves: Record<string, Served | ((query: URLSearchParams) => Served)>;
  /** Returns what was read, in French. Throws when it could not be read. */
  read: (adapters: Adapters) => Promise<string>;
};

/**
 * Our adapters over one server, without retries, pacing or cache; `onFailure` receives every supplier failure in full.
 */
export function adaptersOver(baseUrl: string, onFailure: (error: unknown) => void): Adapters {
  const answers = listeningAnswers(onFailure);
  const limits = { attempts: 1, perSecond: 1000 };
  const deps: AdapterDeps = { answers, clock: systemClock, userAgent: 'Clairisque (conformance)', limits };
  return {
    geocoder: createGeocoder({ baseUrl, ...deps }),
    cadastre: createCadastre({ baseUrl, ...deps }),
    georisques: createGeorisques({ baseUrl, token: 'recorded', ...deps }),
    noisePlans: createNoisePlans({ baseUrl, ...deps }),
    urbanism: createUrbanism({ baseUrl, ...deps }),
  };
}

/** The place of a recorded answer, which the answer itself seldom names. */
export function placeAt(longitude: number, latitude: number, inseeCodes: string[]): Place {
  return { longitude, latitude, inseeCodes, communeName: '', parcels: [] };
}

export function obtained<T>(fact: Fact<T>): T {
  if (fact.state === 'obtained') return fact.value;
  throw new Error(`fait ${fact.state}${fact.state === 'not-obtained' ? ` (${fact.reason})` : ''}`);
}

export function expect(condition: boolean, failure: string): void {
  if (!condition) throw new Error(failure);
}
