import { buildingsWithin, polygonsOf } from '#buildings.ts';
import { NOT_RECORDED } from '#recordings.ts';
import type { Simulator } from '#simulation.ts';
import { communeAt, type Commune } from '#territory/communes.ts';
import { AERODROMES, AERODROMES_WITHOUT_ZONES } from '#territory/hazards-noise.ts';
import { ellipse } from '#territory/hazards-outline.ts';
import { mustClearBrush } from '#territory/hazards-zonings.ts';
import type { Point } from '#territory/geometry.ts';
import { failIfSentinel, sentinelAt } from '#territory/sentinels.ts';
import type { FastifyReply } from 'fastify';
import type { Feature } from 'geojson';

/**
 * Feature types of the Géoplateforme that are not the cadastre's: débroussaillement, the index of PEB arrêtés, and the
 * buildings of the BD TOPO, whose responses are typed from its documentation and its files.
 */
const CRS = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::4326' } };

export const geopfFeatures: Simulator = async (app, { recordings }) => {
  app.get<{ Querystring: Record<string, string> }>('/geopf/wfs/ows', async ({ query }, reply) => {
    const parameters = Object.fromEntries(Object.entries(query).map(([name, value]) => [name.toUpperCase(), value]));
    const typeName = parameters['TYPENAMES'] ?? parameters['TYPENAME'] ?? '';
    switch (typeName) {
      case 'dgac_peb_arrete_wfs:dgac_peb_arrete_wfs':
        return recordings ? (recordings.noiseDecrees ?? reply.code(404).send(NOT_RECORDED)) : collection(decrees());
      case 'DEBROUSSAILLEMENT:debroussaillement':
        return recordings ? reply.code(404).send(NOT_RECORDED) : collection(brushClearing(parameters));
      case 'BDTOPO_V3:batiment':
        return recordings ? reply.code(404).send(NOT_RECORDED) : buildings(parameters, reply);
      default:
        // The PEB's zones have no WFS: `dgac_peb_plan_wfs` is unknown too.
        return reply.code(400).type('application/xml').send(unknownNamespace(typeName));
    }
  });
};

async function buildings({ CQL_FILTER = '', COUNT = '5000' }: Record<string, string>, reply: FastifyReply) {
  const polygons = polygonsOf(CQL_FILTER);
  const [first] = polygons?.[0] ?? [];
  if (polygons === null || first === undefined) {
    return reply.code(400).type('application/xml').send(exceptionReport('Could not parse CQL filter list.'));
  }
  if (await failIfSentinel('batiments', sentinelAt(...first), reply)) return reply;
  const found = buildingsWithin(polygons);
  return collection(found.slice(0, Number(COUNT)), found.length);
}

/** The arrêté of a plan, with the date (ISO) in its file name. */
export function ministryDocument(oaci: string, date: string): string {
  const [year, month, day] = date.split('-');
  return `http://piece-jointe-carto.developpement-durable.gouv.fr/NAT003/PEB/PEB_${oaci}_${day}_${month}_${year}.pdf`;
}

function decrees(): Feature[] {
  const known = AERODROMES.map(({ aerodrome: { oaci, name, documentDate }, at }) => ({ oaci, name, documentDate, at }));
  return [...known, ...AERODROMES_WITHOUT_ZONES].map(({ oaci, name, documentDate, at }, index) => ({
    type: 'Feature',
    id: `dgac_peb_arrete_wfs.${index + 1}`,
    geometry: { type: 'Point', coordinates: at },
    geometry_name: 'geom',
    properties: { nom: `${oaci} - ${name}`, oaci, arrete_peb: ministryDocument(oaci, documentDate) },
  }));
}

/** Without the geometry when PROPERTYNAME omits it: the real polygons weigh megabytes. CQL has the latitude first. */
function brushClearing({ CQL_FILTER = '', PROPERTYNAME }: Record<string, string>): Feature[] {
  const points = [...CQL_FILTER.matchAll(/(-?\d+(?:\.\d+)?)\s+(-?\d+(?:\.\d+)?)/g)].map(
    ([, latitude, longitude]): Point => {
      return [Number(longitude), Number(latitude)];
    },
  );
  const found = points.flatMap((point) => {
    const commune = communeAt(...point);
    return commune && mustClearBrush(commune, point) ? [{ commune, point }] : [];
  });
  const byDepartement = new Map(found.map((place) => [place.commune.departement, place]));
  return [...byDepartement.values()].map(({ commune, point }) =>
    obligation(commune, PROPERTYNAME === undefined ? point : null),
  );
}

function obligation({ departement }: Commune, around: Point | null): Feature {
  const ring = around && ellipse(around, { longMetres: 3000, shortMetres: 1800 }, 45);
  return {
    type: 'Feature',
    id: `debroussaillement.${departement}`,
    geometry: (ring ? { type: 'MultiPolygon', coordinates: [[ring]] } : null) as Feature['geometry'],
    properties: {
      id: departement,
      dept: departement,
      source: 'DDT',
      millesime: '2025',
      zonage: 'Zone soumise à obligation légale de débroussaillement',
      url: `https://www.georisques.gouv.fr/sites/default/files/old/fiche_OLD_${departement}.pdf`,
      date_integ: '2025-04-01',
      dat_ap_old: '2025-03-18',
    },
  };
}

function collection(features: Feature[], matched = features.length): Record<string, unknown> {
  const counts = { totalFeatures: matched, numberMatched: matched, numberReturned: features.length };
  return {
    type: 'FeatureCollection',
    features,
    ...counts,
    timeStamp: new Date().toISOString(),
    crs: features.length > 0 ? CRS : null,
  };
}

const unknownNamespace = (typeName: string): string =>
  exceptionReport(`Unknown namespace [${typeName.split(':')[0]?.replace(/[^\w-]/g, '') ?? ''}]`);

function exceptionReport(text: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows/1.1" version="2.0.0"><ows:Exception exceptionCode="InvalidParameterValue" locator="typeName"><ows:ExceptionText>${text}</ows:ExceptionText></ows:Exception></ows:ExceptionReport>`;
}
