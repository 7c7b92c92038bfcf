import { geopfFeatures, ministryDocument } from '#geopf-wfs.ts';
import { NOT_RECORDED } from '#recordings.ts';
import type { Simulator } from '#simulation.ts';
import { METRES_PER_DEGREE } from '#territory/geometry.ts';
import { noiseZonesNear, type NoiseZone } from '#territory/hazards-noise.ts';
import { drawingModeAt } from '#territory/odd-drawings.ts';
import { failIfSentinel, sentinelAt } from '#territory/sentinels.ts';
import { exception, readProbe } from './wms-probe.ts';
import type { Feature } from 'geojson';

/** The PEB of aerodromes: `dgac_peb_plan_wmsv` at `/geopf/wms-v/ows`, by GetFeatureInfo only, and the WFS of the same host. */
const LAYER = 'dgac_peb_plan_wmsv';
/** The zones, then layers that exist and are empty here. */
const LAYERS = [LAYER, 'dgac_pgs_plan_wmsv', 'dgac_psa_plan_wmsv', 'dgac_peb_arrete_wmsv'];
const LAYER_ID = 'dgac_peb_a4b74ab9-1931-4023-abc5-9bd420aa19ae';
/** Nearer than this the layer returns no zone; 1e-4° a pixel is 1:39 757. */
const NEAREST_SCALE = 25_000;
/** Zones this near to the pixel are returned too. */
const REACH_PIXELS = 10;

export const noisePlans: Simulator = async (app, simulation) => {
  await app.register(geopfFeatures, simulation);
  app.get<{ Querystring: Record<string, string> }>('/geopf/wms-v/ows', async ({ query }, reply) => {
    const parameters = upperCased(query);
    const probe = readProbe(parameters, LAYERS);
    // The service's errors also have status 200.
    if ('error' in probe) return reply.type('application/vnd.ogc.se_xml').send(exception(probe));
    if (await failIfSentinel('peb', sentinelAt(...probe.point), reply)) return reply;
    if (parameters['LAYERS'] !== LAYER) return collection([]);
    if (simulation.recordings) {
      return simulation.recordings.noiseZones(...probe.point) ?? reply.code(404).send(NOT_RECORDED);
    }
    if (probe.scale < NEAREST_SCALE) return collection([]);
    const reach = REACH_PIXELS * probe.degreesPerPixel * METRES_PER_DEGREE;
    const found = noiseZonesNear(probe.point, reach).flatMap(features).slice(0, probe.count);
    return collection(drawingModeAt(probe.point) === 'zone' ? [...found, UNDRAWN_ZONE] : found);
  });
};

/** A zone of which only a line is left. */
const UNDRAWN_ZONE: Feature = {
  type: 'Feature',
  geometry: { type: 'GeometryCollection', geometries: [{ type: 'LineString', coordinates: [[3.4, 44.3], [3.5, 44.3]] }] }, // prettier-ignore
  properties: { zone: 'D', code_oaci: 'LFXX', nom: 'CAUSSE', indldenext: '50', indldenint: '55', ref_doc: null },
};

/** Le Bourget's zone A occurs twice. */
function features(zone: NoiseZone): Feature[] {
  const { aerodrome, letter } = zone;
  const feature: Feature = {
    type: 'Feature',
    id: `${LAYER_ID}.${zone.mapId - 2}`,
    geometry: zone.outline,
    properties: {
      zone: letter,
      indldenext: zone.outerIndex,
      indldenint: zone.innerIndex,
      code_oaci: aerodrome.oaci,
      nom: aerodrome.name,
      date_arret: `${aerodrome.layerDate}Z`,
      producteur: aerodrome.producer,
      date_maj: null,
      ref_doc: ministryDocument(aerodrome.oaci, aerodrome.documentDate),
      id_map: zone.mapId,
    },
  };
  const named = { ...feature, geometry_name: 'geom' };
  return aerodrome.oaci === 'LFPB' && letter === 'A' ? [named, named] : [named];
}

function collection(features: Feature[]): Record<string, unknown> {
  return {
    type: 'FeatureCollection',
    features,
    totalFeatures: 'unknown',
    numberReturned: features.length,
    timeStamp: new Date().toISOString(),
    crs: features.length > 0 ? { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::4326' } } : null,
  };
}

function upperCased(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name.toUpperCase(), value]));
}
