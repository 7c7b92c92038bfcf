import type { TileLayer } from '@clairisque/contract/map-tiles.ts';
import { LRUCache } from 'lru-cache';
import type { HttpClient, HttpLimits, HttpRequest } from '#platform/suppliers/http-client.ts';
import { createSingleFlight } from '#platform/shared-calls.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { supplierClient, type AdapterDeps } from '#adapters/fact.ts';
import type { MapTiles } from '#adapters/suppliers.ts';

const LIMITS: HttpLimits = {
  timeoutMs: 8000,
  totalMs: 15_000,
  attempts: 2,
  perSecond: 40,
  maxBytes: 2_000_000,
  retryDelayMs: 200,
  breakMs: 5000,
};
const MEMORY_BYTES = 64_000_000;
/** An entry takes this beside its picture, which may be smaller. */
const OVERHEAD_BYTES = 500;
/** OpenStreetMap requires at least seven days; for the IGN's plan and the quarterly cadastre a day is enough. */
const FRESH_MS: Record<TileLayer, number> = { plan: 86_400_000, cadastre: 86_400_000, osm: 7 * 86_400_000 };

type Tile = { bytes: Buffer; contentType: string };
type Options = {
  /** `https://data.geopf.fr` */
  geopfUrl: string;
  /** `https://tile.openstreetmap.org` */
  osmUrl: string;
} & Pick<AdapterDeps, 'clock' | 'userAgent' | 'limits' | 'watch'>;
type Address = { layer: TileLayer; z: number; x: number; y: number };

/** Tiles of 256 px, cached in memory, with one request for concurrent callers. */
export function createMapTiles({ geopfUrl, osmUrl, clock, ...deps }: Options): MapTiles {
  // OpenStreetMap refuses anonymous clients.
  const client = (service: string, baseUrl: string): HttpClient =>
    supplierClient({ baseUrl, ...deps }, { service, limits: LIMITS });
  const geopf = client('geopf-tuiles', geopfUrl);
  const osm = client('osm-tuiles', osmUrl);
  const memory = new LRUCache<string, { tile: Tile; atMs: number }>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ tile }) => tile.bytes.length + OVERHEAD_BYTES,
  });
  const shared = createSingleFlight<Tile>();

  return {
    async tile(...[layer, z, x, y]) {
      const http = layer === 'osm' ? osm : geopf;
      const key = `${layer}/${z}/${x}/${y}`;
      const held = memory.get(key);
      if (held !== undefined && clock().getTime() - held.atMs < FRESH_MS[layer]) return held.tile;
      try {
        return await shared(key, async () => {
          const tile = await download(http, { layer, z, x, y });
          memory.set(key, { tile, atMs: clock().getTime() });
          return tile;
        });
      } catch (error) {
        // An old tile is better than a hole in the map.
        if (held !== undefined && error instanceof SupplierFailure) return held.tile;
        throw error;
      }
    },
  };
}

async function download(http: HttpClient, address: Address): Promise<Tile> {
  const fail = (reason: SupplierFailure['reason'], detail: string): SupplierFailure =>
    new SupplierFailure({ service: http.service, reason, detail });
  const { z, x, y } = address;
  if (x >= 2 ** z || y >= 2 ** z) throw fail('refused', `no tile ${z}/${x}/${y}`);
  const { status, contentType, bytes } = await http.send(tileRequest(address));
  // Outside its data the Géoplateforme answers 404.
  if (status === 404) throw fail('not-held', `no tile ${z}/${x}/${y}`);
  // WMTS errors are XML, some of them under a 200.
  if (!contentType.startsWith('image/')) throw fail('malformed', `${contentType} instead of an image`);
  // A copy: a slice would keep the 64 kB buffer that it was read into.
  return { bytes: Buffer.from(new Uint8Array(bytes).buffer), contentType };
}

const WMTS_LAYERS = {
  plan: { LAYER: 'GEOGRAPHICALGRIDSYSTEMS.PLANIGNV2', STYLE: 'normal' },
  cadastre: { LAYER: 'CADASTRALPARCELS.PARCELLAIRE_EXPRESS', STYLE: 'PCI vecteur' },
};

function tileRequest({ layer, z, x, y }: Address): HttpRequest {
  if (layer === 'osm') return { path: `/${z}/${x}/${y}.png` };
  const query = {
    SERVICE: 'WMTS',
    REQUEST: 'GetTile',
    VERSION: '1.0.0',
    ...WMTS_LAYERS[layer],
    FORMAT: 'image/png',
    TILEMATRIXSET: 'PM',
    TILEMATRIX: z,
    TILEROW: y,
    TILECOL: x,
  };
  return { path: '/wmts', query };
}
