import { createGeocoder } from '#adapters/addresses/geocoder.ts';
import { createBuildings } from '#adapters/buildings/buildings.ts';
import { createCadastre } from '#adapters/cadastre/cadastre.ts';
import type { AdapterDeps } from '#adapters/fact.ts';
import { createFiches, type Fiches } from '#adapters/files/fiches.ts';
import { createGeorisques } from '#adapters/georisques/georisques.ts';
import { createMapTiles } from '#adapters/maps/map-tiles.ts';
import { createStaticMap, type StaticMap } from '#adapters/maps/static-map.ts';
import { createMatomo, type Matomo } from '#adapters/matomo.ts';
import { createNoisePlans } from '#adapters/noise/noise-plans.ts';
import type { Buildings, Cadastre, Geocoder, Georisques, MapTiles, NoisePlans, Urbanism } from '#adapters/suppliers.ts';
import { createUrbanism } from '#adapters/urbanism/urbanism.ts';
import type { Config } from '#config/config.ts';
import type { Files } from '#platform/files/file-store.ts';

/** Our simulators have no quota, and a service that a test stops is asked again soon. */
const SIMULATED_LIMITS = { perSecond: 10_000, breakMs: 500 };
/** Identifies us to suppliers, with a way to reach us. */
export const USER_AGENT = 'Clairisque/1.0 (+https://clairisque.fr)';

export type Suppliers = {
  geocoder: Geocoder;
  cadastre: Cadastre;
  georisques: Georisques;
  fiches: Fiches;
  noisePlans: NoisePlans;
  urbanism: Urbanism;
  buildings: Buildings;
  mapTiles: MapTiles;
  staticMap: StaticMap;
  /** Null unless page views are forwarded. */
  matomo: Matomo | null;
};

export type SupplierSettings = Pick<
  Config,
  'suppliers' | 'fichePaths' | 'matomo' | 'publicUrl' | 'suppliersSharedBy' | 'sources' | 'georisquesToken' | 'given'
>;

export function createSuppliers(
  config: SupplierSettings,
  { files, ...deps }: Omit<AdapterDeps, 'userAgent'> & { files: Files },
): Suppliers {
  const { suppliers, fichePaths, matomo, publicUrl } = config;
  const shared = { sharedBy: config.suppliersSharedBy };
  const limits = { ...shared, ...(config.sources === 'simulated' && SIMULATED_LIMITS), ...deps.limits };
  const common = { ...deps, userAgent: USER_AGENT, limits };
  const mapTiles = createMapTiles({ geopfUrl: suppliers.geopf, osmUrl: suppliers.osm, ...common });
  return {
    geocoder: createGeocoder({ baseUrl: suppliers.geocoder, ...common }),
    cadastre: createCadastre({ baseUrl: suppliers.apicarto, ...common }),
    georisques: createGeorisques({
      baseUrl: suppliers.georisques,
      token: config.georisquesToken,
      clayMap: config.given.clayMap,
      ...common,
    }),
    fiches: createFiches({ baseUrl: suppliers.fiches, paths: fichePaths, files, ...common }),
    noisePlans: createNoisePlans({ baseUrl: suppliers.geopf, ...common }),
    urbanism: createUrbanism({ baseUrl: suppliers.apicarto, coastalList: config.given.coastalList, ...common }),
    buildings: createBuildings({ baseUrl: suppliers.geopf, ...common }),
    mapTiles,
    staticMap: createStaticMap({ tiles: mapTiles }),
    matomo: matomo && createMatomo({ ...matomo, publicUrl, ...common }),
  };
}
