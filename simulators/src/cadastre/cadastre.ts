import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Feature, Recordings } from '#recordings.ts';
import type { Simulator } from '#simulation.ts';
import { Geometry, meets, shapeOf } from '#territory/shapes.ts';
import { hash } from '#territory/hash.ts';
import { carelesslyDrawn, drawingModeOf, oddlyDrawn } from '#territory/odd-drawings.ts';
import type { Parcel } from '#territory/parcels.ts';
import { failIfSentinel, sentinelAt, sentinelByInsee } from '#territory/sentinels.ts';
import { checkParams } from './params.ts';
import type { ParcelQuery } from './params.ts';
import { findParcels } from './find.ts';

const URL = '/apicarto/api/cadastre/parcelle';

/** API Carto, module cadastre: `parcelle` by GET or POST. Its other layers return 404. */
export const cadastre: Simulator = async (app, { recordings }) => {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const location = request.method === 'POST' ? 'body' : 'query';
    const checked = checkParams(record(request[location]), location);
    reply.headers({
      'access-control-allow-origin': request.headers.origin ?? '*',
      'cache-control': 'private, no-cache, no-store, must-revalidate',
      expires: '-1',
    });
    if ('errors' in checked) return reply.code(400).send({ code: 400, message: checked.errors });
    if ('refused' in checked) return reply.code(400).send({ code: 400, message: checked.refused });
    if (await failIfSentinel('cadastre', sentinelOf(checked.query), reply)) return reply;
    return collection(checked.query, recordings ? recorded(checked.query, recordings) : synthetic(checked.query));
  };
  app.get(URL, answer);
  app.post(URL, answer);
};

type Found = { total: number; features: Feature[] };

function collection({ start, limit }: ParcelQuery, { total, features }: Found): Record<string, unknown> {
  const next = start + limit;
  return {
    type: 'FeatureCollection',
    features,
    totalFeatures: total,
    numberMatched: total,
    numberReturned: features.length,
    timeStamp: new Date().toISOString(),
    ...(next < total && {
      links: [{ title: 'next page', type: 'application/json', rel: 'next', href: `${URL}?_start=${next}` }],
    }),
    crs: features.length > 0 ? { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::4326' } } : null,
  };
}

function synthetic(query: ParcelQuery): Found {
  const { total, parcels } = findParcels(query);
  return { total, features: parcels.map((parcel) => drawn(query, parcel)) };
}

/** Draws the parcel as the commune's sentinel says. */
function drawn(query: ParcelQuery, parcel: Parcel): Feature {
  const own = feature(parcel);
  const key = `${parcel.section}${parcel.numero}`;
  const mode = drawingModeOf(parcel.commune.insee);
  if (mode === 'parcelle') return oddlyDrawn(own, key);
  if (mode === 'reparable') return carelesslyDrawn(own);
  return mode === 'voisin' && isBeside(query, parcel) ? oddlyDrawn(own, key) : own;
}

/** It does not hold the middle of the surface that is asked. */
function isBeside({ geom }: ParcelQuery, { polygons }: Parcel): boolean {
  if (geom?.type !== 'Polygon') return false;
  const [west, south, east, north] = shapeOf(geom).box;
  const middle = shapeOf({ type: 'Point', coordinates: [(west + east) / 2, (south + north) / 2] });
  return !meets(
    middle,
    polygons.map((ring) => [ring]),
  );
}

function feature({ commune, comAbs, section, numero, contenance, polygons }: Parcel): Feature {
  const idu = `${commune.insee}${comAbs}${section}${numero}`;
  const insee = commune.mother?.insee ?? commune.insee;
  const gid = hash(idu) % 90_000_000;
  return {
    type: 'Feature',
    id: `parcelle.${gid}`,
    geometry: { type: 'MultiPolygon', coordinates: polygons.map((ring) => [ring]) },
    geometry_name: 'geom',
    properties: {
      gid,
      numero,
      feuille: 1,
      section,
      code_dep: insee.slice(0, 2),
      nom_com: commune.mother?.name ?? commune.name,
      code_com: insee.slice(2),
      com_abs: comAbs,
      code_arr: commune.mother ? commune.insee.slice(2) : '000',
      idu,
      contenance,
      code_insee: insee,
    },
  };
}

function recorded(query: ParcelQuery, { parcels }: Recordings): Found {
  const shape = query.geom && shapeOf(query.geom);
  const wanted = {
    code_insee: query.codeInsee,
    code_arr: query.codeArr,
    com_abs: query.comAbs,
    section: query.section,
    numero: query.numero,
  };
  const features = parcels.filter(
    ({ properties, geometry }) =>
      Object.entries(wanted).every(([key, value]) => value === undefined || properties[key] === value) &&
      (!shape || meets(shape, shapeOf(Geometry.parse(geometry)).surfaces)),
  );
  return { total: features.length, features: features.slice(query.start, query.start + query.limit) };
}

function sentinelOf({ geom, codeInsee }: ParcelQuery): ReturnType<typeof sentinelByInsee> {
  if (!geom) return sentinelByInsee(codeInsee ?? '');
  const [west, south, east, north] = shapeOf(geom).box;
  return sentinelAt((west + east) / 2, (south + north) / 2);
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
