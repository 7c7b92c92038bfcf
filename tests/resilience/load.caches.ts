import { searchAddresses } from '@clairisque/contract/addresses.ts';
import { tile } from '@clairisque/contract/map-tiles.ts';
import { nearbyParcels } from '@clairisque/contract/parcels.ts';
import { ordinaryPlaces } from '../harness/places.ts';
import { ask, askFile, type Outcome } from '../harness/http.ts';

/** A little more than the bounds of `server/src/adapters/maps/map-tiles.ts` and `server/src/platform/suppliers/supplier-answers.ts`. */
const TILES = 16_000;
const PLACES = 7_000;
/** Places beyond those that the virtual users visit. */
const PASSED_OVER = 30_000;
const AT_ONCE = 3;
/** The last of the first row, rows going down. */
const [ZOOM, X, Y, ROW] = [16, 32_401, 22_608, 200];

/**
 * Fills the caches of tiles and answers, as on a machine that has served for days, so that their growth is not
 * measured.
 * @throws Error when more than one in a hundred is refused, since they are not full then.
 */
export async function fillCaches(url: string): Promise<void> {
  const client = { url, send: fetch, token: null };
  const places = ordinaryPlaces().drop(PASSED_OVER);
  const turns = Array.from({ length: TILES }, (_, n) => n).values();
  let failed = 0;
  const count = ({ kind }: Outcome<unknown>): void => {
    if (kind !== 'ok') failed += 1;
  };
  const fill = async (): Promise<void> => {
    for (const n of turns) {
      const params = { couche: 'osm', z: ZOOM, x: X - (n % ROW), y: Y + Math.floor(n / ROW) };
      count(await askFile(client, tile, { params }));
      const place = n < PLACES ? places.next().value : undefined;
      if (place === undefined) continue;
      const { longitude, latitude, address } = place;
      count(await ask(client, searchAddresses, { query: { q: address, limit: 5 } }));
      count(await ask(client, nearbyParcels, { params: { longitude, latitude } }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fill));
  if (failed > (TILES + 2 * PLACES) / 100) throw new Error(`${failed} calls of the caches had no response`);
}
