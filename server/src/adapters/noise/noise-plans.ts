import type { Point } from '#domain/geometry/interior-point.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { NoiseZone } from '#domain/risks/facts.ts';
import type { HttpClient, HttpLimits } from '#platform/suppliers/http-client.ts';
import type { Recorder } from '#platform/suppliers/supplier-exchanges.ts';
import { frameAround, pointsOf } from '#adapters/map-box.ts';
import { supplierClient, toFact, toMapFact, type AdapterDeps, type Source } from '#adapters/fact.ts';
import { OPEN_LICENCE } from '#adapters/georisques/sources.ts';
import { probe, zoneKey } from './noise-layer.ts';
import { asker, findUndrawn } from './noise-plan-index.ts';
import { coveringPoints } from '#adapters/addresses/place-points.ts';
import { mergeOutlines, UNREADABLE_OUTLINE } from '#adapters/supplier-geometry.ts';
import type { NoisePlans } from '#adapters/suppliers.ts';

const SOURCE: Source = {
  source: 'geopf-peb',
  label: 'Géoplateforme — plans d’exposition au bruit des aérodromes',
  attribution: '© DGAC',
  licence: OPEN_LICENCE,
  url: 'https://www.geoportail.gouv.fr/donnees/plan-dexposition-au-bruit-peb',
};
const LIMITS: HttpLimits = {
  timeoutMs: 10_000,
  totalMs: 25_000,
  attempts: 3,
  perSecond: 10,
  maxBytes: 20_000_000,
  retryDelayMs: 400,
  breakMs: 10_000,
};
/**
 * PEB through WMS GetFeatureInfo at `https://data.geopf.fr`: the WFS lacks the zones. Never throws when the supplier
 * fails.
 */
export function createNoisePlans({ baseUrl, ...deps }: { baseUrl: string } & AdapterDeps): NoisePlans {
  const http = supplierClient({ baseUrl, ...deps }, { service: SOURCE.source, limits: LIMITS });
  return {
    zones: (place, observer) => {
      const load = (recorder: Recorder): Promise<NoiseZone[]> => findZones(recorder.over(http), place);
      return toFact({ baseUrl, ...deps }, { source: SOURCE, place, observer, load });
    },
    zonesAround: (place, metres, observer) => {
      // The layer is only read point by point.
      const box = frameAround(place, metres);
      const load = (recorder: Recorder): Promise<NoiseZone[]> => zonesAt(recorder.over(http), pointsOf(box));
      return toMapFact({ baseUrl, ...deps }, { source: SOURCE, box, observer, load });
    },
    undrawn: (place, observer) =>
      findUndrawn({ ask: asker({ baseUrl, ...deps }, observer), http, clock: deps.clock }, place),
  };
}

/** Zones near the property: the supplier also returns neighbours, `domain/` compares the outlines. */
const findZones = (http: HttpClient, place: Place): Promise<NoiseZone[]> => zonesAt(http, coveringPoints(place));

async function zonesAt(http: HttpClient, points: Point[]): Promise<NoiseZone[]> {
  const answers = await Promise.all(points.map((point) => probe(http, point)));
  const groups = Map.groupBy(answers.flat(), zoneKey);
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const outlines = [first, ...others].map((zone) => zone.outline);
    // A zone may occur twice, and once per point; separate parts are merged, unless one cannot be read.
    const isUnread = outlines.some(({ coordinates }) => coordinates.length === 0);
    const outline = isUnread ? null : mergeOutlines(outlines);
    return [{ ...first, outline: outline ?? UNREADABLE_OUTLINE }];
  });
}
