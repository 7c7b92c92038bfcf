import { parcelCode } from '@clairisque/contract/parcels.ts';
import { createBuildings } from '#adapters/buildings/buildings.ts';
import { createCadastre } from '#adapters/cadastre/cadastre.ts';
import { createFiches } from '#adapters/files/fiches.ts';
import { createGeocoder } from '#adapters/addresses/geocoder.ts';
import { createGeorisques } from '#adapters/georisques/georisques.ts';
import { createMapTiles } from '#adapters/maps/map-tiles.ts';
import { createNoisePlans } from '#adapters/noise/noise-plans.ts';
import type { Cadastre } from '#adapters/suppliers.ts';
import { createUrbanism } from '#adapters/urbanism/urbanism.ts';
import { readConfig, type Config } from '#config/config.ts';
import type { Parcel } from '#domain/geometry/place.ts';
import { systemClock } from '#platform/clock.ts';
import type { HttpLimits } from '#platform/suppliers/http-client.ts';
import { createSupplierAnswers } from '#platform/suppliers/supplier-answers.ts';

/** A tool has no sheets given by an operator. */
const NO_FILES = { size: async () => null, read: async () => Buffer.alloc(0) };

/** The simulators over a folder of recordings: without pacing, and without retries of what was not recorded. */
export function simulatedSuppliers(simulatorsUrl: string) {
  const config = readConfig({
    DATABASE_URL: 'postgres://localhost/none',
    FILES_DIR: 'none',
    CLAIRISQUE_SOURCES: 'simulated',
    SIMULATORS_URL: simulatorsUrl,
  });
  return suppliersOf(config, { attempts: 1, perSecond: 1000 });
}

/** Every supplier of the configuration, with a cache in memory only. */
export function suppliersOf(config: Config, limits: Partial<HttpLimits> = {}) {
  const { suppliers: urls, fichePaths, georisquesToken } = config;
  const answers = createSupplierAnswers({ db: null, clock: systemClock, onCacheError: () => {} });
  const common = { answers, clock: systemClock, userAgent: 'Clairisque (outils)', limits };
  return {
    geocoder: createGeocoder({ baseUrl: urls.geocoder, ...common }),
    cadastre: createCadastre({ baseUrl: urls.apicarto, ...common }),
    georisques: createGeorisques({ baseUrl: urls.georisques, token: georisquesToken, ...common }),
    fiches: createFiches({ baseUrl: urls.fiches, paths: fichePaths, files: NO_FILES, ...common }),
    noisePlans: createNoisePlans({ baseUrl: urls.geopf, ...common }),
    urbanism: createUrbanism({ baseUrl: urls.apicarto, ...common }),
    buildings: createBuildings({ baseUrl: urls.geopf, ...common }),
    mapTiles: createMapTiles({ geopfUrl: urls.geopf, osmUrl: urls.osm, ...common }),
  };
}

/** Throws `SupplierFailure`. */
export async function nearestParcel(
  { cadastre }: { cadastre: Cadastre },
  at: { longitude: number; latitude: number },
): Promise<Parcel | null> {
  const [nearest] = await cadastre.nearby(at);
  return nearest === undefined ? null : cadastre.parcel(parcelCode(nearest));
}
