import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { createBuildings } from '#adapters/buildings/buildings.ts';
import { createCadastre } from '#adapters/cadastre/cadastre.ts';
import type { AdapterDeps } from '#adapters/fact.ts';
import { createGeocoder } from '#adapters/addresses/geocoder.ts';
import { createGeorisques } from '#adapters/georisques/georisques.ts';
import { createMapTiles } from '#adapters/maps/map-tiles.ts';
import { createNoisePlans } from '#adapters/noise/noise-plans.ts';
import { createUrbanism } from '#adapters/urbanism/urbanism.ts';
import type { SupplierUrls } from '#config/config.ts';
import { systemClock } from '#platform/clock.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import type { SupplierWatch } from '#platform/suppliers/http-client.ts';
import type { LiveAdapters, Probe } from './check-live-probes.ts';
import { differences, joined, shapeOf, type Shape, type Shapes } from './check-live-shapes.ts';
import { listeningAnswers } from './listening-answers.ts';

type LiveCheck = {
  suppliers: SupplierUrls;
  token: string | null;
  probes: readonly Probe[];
  /** Stored shapes of the last accepted run; created at the first. */
  stateFile: string;
  /** Accepts today's shapes: an operator has reviewed the difference. */
  accept: boolean;
  say: (line: string) => void;
};

/**
 * Queries the real services about a few known places: reports what our adapters cannot read, and changes in the shape
 * of the answers since they were last accepted. Returns 0 without changes, 1 with some, 2 without a network.
 */
export async function checkLive(check: LiveCheck): Promise<0 | 1 | 2> {
  const { say, probes, stateFile } = check;
  if (!(await isReachable(check.suppliers))) {
    say('Aucun des services publics n’est joignable d’ici : rien n’a été vérifié.');
    return 2;
  }
  const { unread, shapes } = await ask(check);
  const moved = compare(check, readShapes(stateFile), shapes);
  say(`${probes.length - unread} passed, ${unread} failed, ${moved} moved`);
  return unread > 0 || moved > 0 ? 1 : 0;
}

/** Returns the number of unaccepted differences. */
function compare({ stateFile, accept, say }: LiveCheck, before: Shapes | null, today: Shapes): number {
  const moved = before === null ? [] : differences(before, today);
  for (const line of moved) say(`CHANGÉ ${line}`);
  if (before === null) {
    say(`Formes des réponses gardées pour la première fois dans ${stateFile}.`);
  } else if (moved.length > 0) {
    say(accept ? 'Différences acceptées.' : 'Relancez avec --accept quand ces différences ont été lues.');
  }
  const isKept = before === null || accept;
  if (isKept) keep(stateFile, today);
  return isKept ? 0 : moved.length;
}

async function ask({ probes, suppliers, token, say }: LiveCheck): Promise<{ unread: number; shapes: Shapes }> {
  const failures: string[] = [];
  const shapes: Shapes = {};
  let asked = '';
  const add = (service: string, shape: Shape): void => {
    const name = `${asked}, ${service}`;
    shapes[name] = joined(shapes[name], shape);
  };
  const adapters = createLiveAdapters(suppliers, {
    token,
    onFailure: (error) => failures.push(messageOf(error)),
    watch: shapeWatch(add),
  });
  let unread = 0;
  for (const { title, run } of probes) {
    failures.length = 0;
    asked = title;
    try {
      say(`lu     ${title} : ${await run(adapters)}`);
    } catch (error) {
      unread += 1;
      say(`NON LU ${title} : ${[messageOf(error), ...failures].join(' ← ')}`);
    }
  }
  return { unread, shapes };
}

/** Records the shape of every raw answer. */
function shapeWatch(add: (service: string, shape: Shape) => void): SupplierWatch {
  return {
    client: () => undefined,
    circuit: () => undefined,
    leftOut: () => undefined,
    answered: () => undefined,
    load: (_service, load) => load(),
    async call(service, send) {
      try {
        const answer = await send();
        add(service, shapeOf(answer));
        return answer;
      } catch (error) {
        const status = error instanceof SupplierFailure ? error.reason : 'panne';
        add(service, { status, contentType: '', fields: {}, values: {} });
        throw error;
      }
    },
  };
}

type Live = { token: string | null; onFailure: (error: unknown) => void; watch: SupplierWatch };

function createLiveAdapters(urls: SupplierUrls, { token, onFailure, watch }: Live): LiveAdapters {
  const userAgent = 'Clairisque/1.0 (+https://clairisque.fr; check:live)';
  const deps: AdapterDeps = { answers: listeningAnswers(onFailure), clock: systemClock, userAgent, watch };
  return {
    geocoder: createGeocoder({ baseUrl: urls.geocoder, ...deps }),
    cadastre: createCadastre({ baseUrl: urls.apicarto, ...deps }),
    georisques: createGeorisques({ baseUrl: urls.georisques, token, ...deps }),
    noisePlans: createNoisePlans({ baseUrl: urls.geopf, ...deps }),
    urbanism: createUrbanism({ baseUrl: urls.apicarto, ...deps }),
    buildings: createBuildings({ baseUrl: urls.geopf, ...deps }),
    mapTiles: createMapTiles({ geopfUrl: urls.geopf, osmUrl: urls.osm, ...deps }),
  };
}

/** Any response, even an error, proves the network. */
async function isReachable(urls: SupplierUrls): Promise<boolean> {
  const tries = [urls.geopf, urls.apicarto, urls.georisques].map((url) =>
    fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(8000) }),
  );
  return (await Promise.allSettled(tries)).some(({ status }) => status === 'fulfilled');
}

const words = z.record(z.string(), z.array(z.string()));
const Kept = z.record(
  z.string(),
  z.object({ status: z.string(), contentType: z.string(), fields: words, values: words }),
);

/** Null at the first run. */
function readShapes(file: string): Shapes | null {
  try {
    return Kept.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function keep(file: string, shapes: Shapes): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(shapes, null, 1)}\n`);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 400);
