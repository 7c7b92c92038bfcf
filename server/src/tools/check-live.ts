import { createCadastre } from '#adapters/cadastre.ts';
import type { AdapterDeps } from '#adapters/fact.ts';
import { createGeocoder } from '#adapters/geocoder.ts';
import { createGeorisques } from '#adapters/georisques.ts';
import { createMapTiles } from '#adapters/map-tiles.ts';
import { createNoisePlans } from '#adapters/noise-plans.ts';
import { createUrbanism } from '#adapters/urbanism.ts';
import { readConfig } from '#config.ts';
import type { SupplierUrls } from '#config.ts';
import { systemClock } from '#platform/clock.ts';
import { PROBES } from './check-live-probes.ts';
import type { LiveAdapters } from './check-live-probes.ts';
import { listeningAnswers } from './listening-answers.ts';

/**
 * `npm run check:live`: asks the real services what is known of a few places and says what our adapters cannot read.
 * Uses `GEORISQUES_TOKEN` when there is one. Exit code 1 when something differs, 2 without a network.
 */
async function checkLive(): Promise<number> {
  const { suppliers, georisquesToken } = readConfig({
    DATABASE_URL: 'unused',
    FILES_DIR: 'unused',
    ...process.env,
    CLAIRISQUE_SOURCES: 'live',
  });
  if (!(await isReachable(suppliers))) {
    console.log('Aucun des services publics n’est joignable d’ici : rien n’a été vérifié.');
    return 2;
  }
  const failures: string[] = [];
  const adapters = createLiveAdapters(suppliers, {
    token: georisquesToken,
    onFailure: (error) => failures.push(messageOf(error)),
  });
  let failed = 0;
  for (const { title, run } of PROBES) {
    failures.length = 0;
    try {
      console.log(`lu     ${title} : ${await run(adapters)}`);
    } catch (error) {
      failed += 1;
      console.log(`NON LU ${title} : ${[messageOf(error), ...failures].join(' ← ')}`);
    }
  }
  console.log(`${PROBES.length - failed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

type Live = { token: string | null; onFailure: (error: unknown) => void };

function createLiveAdapters(urls: SupplierUrls, { token, onFailure }: Live): LiveAdapters {
  const userAgent = 'Clairisque/1.0 (+https://clairisque.fr; check:live)';
  const deps: AdapterDeps = { answers: listeningAnswers(onFailure), clock: systemClock, userAgent };
  return {
    geocoder: createGeocoder({ baseUrl: urls.geocoder, ...deps }),
    cadastre: createCadastre({ baseUrl: urls.apicarto, ...deps }),
    georisques: createGeorisques({ baseUrl: urls.georisques, token, ...deps }),
    noisePlans: createNoisePlans({ baseUrl: urls.geopf, ...deps }),
    urbanism: createUrbanism({ baseUrl: urls.apicarto, ...deps }),
    mapTiles: createMapTiles({ geopfUrl: urls.geopf, osmUrl: urls.osm, ...deps }),
  };
}

/** Any answer, even an error, proves the network. */
async function isReachable(urls: SupplierUrls): Promise<boolean> {
  const tries = [urls.geopf, urls.apicarto, urls.georisques].map((url) =>
    fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(8000) }),
  );
  return (await Promise.allSettled(tries)).some(({ status }) => status === 'fulfilled');
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 400);

process.exitCode = await checkLive();
