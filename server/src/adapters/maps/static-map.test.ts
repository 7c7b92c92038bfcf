import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { MultiPolygon } from '@clairisque/contract/parcels.ts';
import type { MapTiles } from '#adapters/suppliers.ts';
import { createStaticMap } from './static-map.ts';
import type { MappedHeading, MappedZone } from '#domain/printing/map-frames.ts';
import { PLACE, square } from '#test/statement-input.ts';

const picture = (
  background: string | { r: number; g: number; b: number; alpha: number },
  channels: 3 | 4 = 3,
): Promise<Buffer> =>
  sharp({ create: { width: 256, height: 256, channels, background } })
    .png({ palette: channels === 3 })
    .toBuffer();

const plan = await picture('#f0e8d8');
const cadastre = await picture({ r: 200, g: 0, b: 0, alpha: 0.5 }, 4);

/** A supplier of plain tiles that records its requests and fails where asked to. */
function supplier(fails: (layer: string, index: number) => boolean = () => false) {
  const asked: string[] = [];
  const tiles: MapTiles = {
    tile: async (layer, ...zxy) => {
      asked.push([layer, ...zxy].join('/'));
      if (fails(layer, asked.length - 1)) throw new Error('tile refused');
      return { bytes: layer === 'plan' ? plan : cadastre, contentType: 'image/png' };
    },
  };
  return { asked, tiles };
}

/** Four tiles in turn, each of another colour: half are partly transparent. */
async function chequered(): Promise<(x: number, y: number) => Buffer> {
  const colours = ['#c33', '#3c3', { r: 51, g: 51, b: 204, alpha: 0.4 }, '#cc3'] as const;
  const made = await Promise.all(colours.map((colour, index) => picture(colour, index % 2 === 0 ? 4 : 3)));
  return (x, y) => made[(x % 2) + 2 * (y % 2)] ?? plan;
}

const pixel = async (jpeg: Buffer, left: number, top: number): Promise<number[]> => [
  ...(await sharp(jpeg).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
];

describe('static map', () => {
  it('centres both maps on the parcels, with at most twelve tiles a layer', async () => {
    const { asked, tiles } = supplier();
    const { frames, files } = await createStaticMap({ tiles }).draw(PLACE);

    for (const frame of [frames.situation, frames.cadastral]) {
      const ring = frame.outlines[0] ?? [];
      const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
      expect((Math.min(...xs) + Math.max(...xs)) / 2).toBeCloseTo(0.5, 2);
      expect((Math.min(...ys) + Math.max(...ys)) / 2).toBeCloseTo(0.5, 2);
      expect(frame.missingTiles).toBe(0);
      const { format, width, height } = await sharp(files[frame.file]).metadata();
      expect({ format, width, height }).toEqual({
        format: 'jpeg',
        width: frame.widthPixels,
        height: frame.heightPixels,
      });
    }
    expect(asked.filter((key) => key.startsWith('plan/16'))).toSatisfy((keys: string[]) => keys.length <= 12);
    expect(asked.filter((key) => key.startsWith('cadastre/18'))).toSatisfy((keys: string[]) => keys.length <= 12);
  });

  it('gives the ground width: a square of 34 m is drawn 34 m wide', async () => {
    const { frames } = await createStaticMap(supplier()).draw(PLACE);
    const xs = (frames.cadastral.outlines[0] ?? []).map(([x]) => x);
    expect((Math.max(...xs) - Math.min(...xs)) * frames.cadastral.widthMetres).toBeCloseTo(34, 0);
  });

  it('zooms out for a large property, never below the zooms that the cadastre has', async () => {
    const [parcel] = PLACE.parcels;
    if (!parcel) throw new Error('fixture');
    const large = { ...PLACE, parcels: [{ ...parcel, outline: square([PLACE.longitude, PLACE.latitude], 500) }] };
    const { frames } = await createStaticMap(supplier()).draw(large);
    expect(frames.cadastral.zoom).toBe(16);
    expect(frames.situation.zoom).toBe(15);
  });

  it('draws the cadastre over the plan', async () => {
    const { frames, files } = await createStaticMap(supplier()).draw(PLACE);
    const [red = 0, green = 0] = await pixel(files[frames.cadastral.file] as Buffer, 300, 200);
    expect(red - green).toBeGreaterThan(60);
  });

  it('a failed tile stays grey and is counted', async () => {
    const { tiles } = supplier((layer) => layer === 'plan');
    const { frames, files } = await createStaticMap({ tiles }).draw(PLACE);
    expect(frames.situation.missingTiles).toBe(frames.situation.tiles);
    const [red = 0, green = 0, blue = 0] = await pixel(files[frames.situation.file] as Buffer, 10, 10);
    expect(Math.max(Math.abs(red - 0xd5), Math.abs(green - 0xd8), Math.abs(blue - 0xd6))).toBeLessThan(4);
  });

  it('draws the same picture from uniform tiles, in one pass, and from mixed ones', async () => {
    const checked = await chequered();
    const sixteenBits = await sharp(checked(1, 1)).toColourspace('rgb16').png().toBuffer();
    const png = (bytes: Buffer) => ({ bytes, contentType: 'image/png' });
    const alike: MapTiles = { tile: async (...[, , x, y]) => png(checked(x, y)) };
    const mixed: MapTiles = {
      tile: async (...[, , x, y]) => png(x % 2 === 1 && y % 2 === 1 ? sixteenBits : checked(x, y)),
    };
    const [whole, parts] = await Promise.all([alike, mixed].map((tiles) => createStaticMap({ tiles }).draw(PLACE)));
    expect(parts?.frames).toEqual(whole?.frames);
    for (const [name, bytes] of Object.entries(whole?.files ?? {})) {
      expect(parts?.files[name]?.equals(bytes)).toBe(true);
    }
  });

  it('counts a response that is not a picture as a failure', async () => {
    const tiles: MapTiles = {
      tile: async () => ({ bytes: Buffer.from('<ExceptionReport/>'), contentType: 'image/png' }),
    };
    const { frames } = await createStaticMap({ tiles }).draw(PLACE);
    expect(frames.cadastral.missingTiles).toBe(frames.cadastral.tiles);
  });

  describe('with zones', () => {
    const PLAIN = { style: 'sis', mark: null, isOwn: true } as const;
    const heading = (zones: MappedZone[]): MappedHeading => ({
      heading: 'sis',
      subject: null,
      zones,
      focus: zones.map(({ outline }) => outline),
      hasNeighbours: true,
      zoning: null,
    });
    const zone = (metres: number, [east, north] = [0, 0]): MappedZone => ({
      label: `${metres} m`,
      ...PLAIN,
      outline: square([PLACE.longitude + (east ?? 0), PLACE.latitude + (north ?? 0)], metres),
    });
    async function drawn(zones: MappedZone[], place = PLACE) {
      const { asked, tiles } = supplier();
      const map = createStaticMap({ tiles });
      const plans = await map.draw(place);
      const before = asked.length;
      const { frames, files } = await map.withFacts(plans, place, {
        headings: [heading(zones)],
        buildings: [],
      });
      const [frame] = frames.zones;
      if (frame === undefined) throw new Error('no map');
      return { frame, files, tilesMore: asked.length - before, situation: frames.situation };
    }

    it('draws buildings on the cadastral plan and on near maps of zones, not on the others', async () => {
      const { tiles } = supplier();
      const map = createStaticMap({ tiles });
      const plans = await map.draw(PLACE);
      const { frames } = await map.withFacts(plans, PLACE, {
        headings: [300, 9000].map((metres) => heading([zone(metres)])),
        buildings: [{ isLargest: true, outline: square([PLACE.longitude, PLACE.latitude], 12) }],
      });
      const drawn = [frames.situation, frames.cadastral, ...frames.zones].map(({ buildings }) => buildings.length);
      expect(drawn).toEqual([0, 1, 1, 0]);
      const [ring] = frames.cadastral.buildings[0]?.rings ?? [];
      const xs = ring?.map(([x]) => x) ?? [];
      expect((Math.max(...xs) - Math.min(...xs)) * frames.cadastral.widthMetres).toBeCloseTo(12, 0);
    });

    it('reuses the situation map while a boundary is visible on it', async () => {
      const { frame, tilesMore, situation } = await drawn([zone(300)]);
      expect([frame.file, frame.zoom, tilesMore]).toEqual([situation.file, situation.zoom, 0]);
      const [ring] = frame.shapes[0]?.rings ?? [];
      const xs = ring?.map(([x]) => x) ?? [];
      expect((Math.max(...xs) - Math.min(...xs)) * frame.widthMetres).toBeCloseTo(300, 0);
    });

    it('zooms out from a zone that covers everything, and clips it to the map', async () => {
      const { frame, files } = await drawn([zone(9000)]);
      expect(frame.zoom).toBe(13);
      expect(files[frame.file]?.length).toBeGreaterThan(0);
      const far = await drawn([zone(200_000)]);
      expect(far.frame.zoom).toBe(12);
      expect(
        far.frame.shapes[0]?.rings.flat().every(([x, y]) => Math.abs(x - 0.5) <= 0.55 && Math.abs(y - 0.5) <= 0.55),
      ).toBe(true);
    });

    it('zooms in when all zones are small, and shows holes', async () => {
      expect((await drawn([zone(12)])).frame.zoom).toBe(18);
      expect((await drawn([zone(12), zone(300)])).frame.zoom).toBe(16);
      const [outer, hole] = [zone(300), zone(100)].map(
        ({ outline }) => (outline as MultiPolygon).coordinates[0]?.[0] ?? [],
      );
      const { frame } = await drawn([
        { label: 'ring', ...PLAIN, outline: { type: 'Polygon', coordinates: [outer ?? [], hole ?? []] } },
      ]);
      expect(frame.shapes[0]?.rings).toHaveLength(2);
    });

    it('turns holes the other way, however they are given', async () => {
      const rings = [zone(300), zone(100)].map(({ outline }) => (outline as MultiPolygon).coordinates[0]?.[0] ?? []);
      const [outer = [], hole = []] = rings;
      const given = [[outer, hole], [outer.toReversed(), hole]].map((coordinates) => ({ label: 'x', ...PLAIN, outline: { type: 'Polygon' as const, coordinates } })); // prettier-ignore
      const { frame } = await drawn(given);
      const turns = frame.shapes.map(({ rings: all }) => all.map((ring) => Math.sign(turnOf(ring))));
      expect(turns).toEqual([[1, -1], [1, -1]]); // prettier-ignore
    });

    const turnOf = (ring: [number, number][]): number =>
      ring.slice(1).reduce((sum, [x, y], index) => sum + (ring[index]?.[0] ?? 0) * y - x * (ring[index]?.[1] ?? 0), 0);

    it('draws nothing of a zone whose hole holds the whole map', async () => {
      const [outer, hole] = [zone(90_000), zone(60_000)].map(
        ({ outline }) => (outline as MultiPolygon).coordinates[0]?.[0] ?? [],
      );
      const around = { label: 'around', ...PLAIN, outline: { type: 'Polygon' as const, coordinates: [outer ?? [], hole ?? []] } }; // prettier-ignore
      expect((await drawn([zone(300), around])).frame.shapes[1]?.rings).toEqual([]);
    });

    it('writes the mark of a zone within it, away from the property and the corners, if there is room', async () => {
      const [middle, thin] = [zone(900), zone(12, [0.004, 0])].map((one) => ({ ...one, mark: '0–30 ans' }));
      const { frame } = await drawn([middle, thin].filter((one) => one !== undefined));
      const [x = NaN, y = NaN] = frame.shapes[0]?.at ?? [];
      const xs = frame.shapes[0]?.rings[0]?.map(([at]) => at) ?? [];
      expect(x).toBeGreaterThan(Math.min(...xs));
      expect(x).toBeLessThan(Math.max(...xs));
      expect(Math.hypot(x - 0.5, y - 0.5)).toBeGreaterThan(0.05);
      expect(frame.shapes[1]?.at).toBeNull();
    });

    it('draws no more than eight thousand points, however detailed the zones', async () => {
      const points = Array.from({ length: 60_000 }, (_, index): [number, number] => {
        const angle = (index / 60_000) * 2 * Math.PI;
        const reach = 0.004 + 0.0015 * Math.sin(index * 0.01);
        return [PLACE.longitude + reach * Math.cos(angle), PLACE.latitude + reach * Math.sin(angle) * 0.6];
      });
      const outline = { type: 'Polygon' as const, coordinates: [[...points, points[0] ?? [0, 0]]] };
      const { frame } = await drawn([{ label: 'star', ...PLAIN, outline }]);
      const count = frame.shapes[0]?.rings.flat().length ?? 0;
      expect(count).toBeGreaterThan(100);
      expect(count).toBeLessThanOrEqual(8000);
    });

    it('draws nothing of a distant zone, overseas or in Europe', async () => {
      const reunion = { ...PLACE, longitude: 55.45, latitude: -20.88, parcels: [] };
      const { frame } = await drawn([zone(300)], reunion);
      expect(frame.shapes[0]?.rings).toEqual([]);
      expect(frame.widthMetres).toBeGreaterThan(1000);
    });
  });

  it('is centred on the point when no parcel is known', async () => {
    const { frames } = await createStaticMap(supplier()).draw({ ...PLACE, parcels: [] });
    expect(frames.situation.outlines).toEqual([]);
  });
});
