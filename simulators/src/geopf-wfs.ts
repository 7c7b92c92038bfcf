import { NOT_RECORDED } from '#recordings.ts';
import type { Simulator } from '#simulation.ts';
import { communeAt, type Commune } from '#territory/communes.ts';
import { AERODROMES, AERODROMES_WITHOUT_ZONES } from '#territory/hazards-noise.ts';
import { ellipse } from '#territory/hazards-outline.ts';
import { mustClearBrush } from '#territory/hazards-zonings.ts';
import type { Point } from '#territory/geometry.ts';
import type { Feature } from 'geojson';

/** Feature types of the Géoplateforme that are not the cadastre's: débroussaillement, and the index of PEB arrêtés. */
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
      default:
        // The PEB's zones have no WFS: `dgac_peb_plan_wfs` is unknown too.
        return reply.code(400).type('application/xml').send(unknownNamespace(typeName));
    }
  });
};

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

function collection(features: Feature[]): Record<string, unknown> {
  const count = features.length;
  const counts = { totalFeatures: count, numberMatched: count, numberReturned: count };
  return {
    type: 'FeatureCollection',
    features,
    ...counts,
    timeStamp: new Date().toISOString(),
    crs: count > 0 ? CRS : null,
  };
}

function unknownNamespace(typeName: string): string {
  const text = `Unknown namespace [${typeName.split(':')[0]?.replace(/[^\w-]/g, '') ?? ''}]`;
  return `<?xml version="1.0" encoding="UTF-8"?><ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows/1.1" version="2.0.0"><ows:Exception exceptionCode="InvalidParameterValue" locator="typeName"><ows:ExceptionText>${text}</ows:ExceptionText></ows:Exception></ows:ExceptionReport>`;
}
