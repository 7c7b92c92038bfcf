import type { Feature } from '#recordings.ts';
import type { Commune } from '#territory/communes.ts';
import { distanceMetres, lambert93, type Point } from '#territory/geometry.ts';
import { hash } from '#territory/hash.ts';
import { addressPoint, type Address, type Street } from '#territory/streets.ts';

type Properties = Record<string, unknown>;

/** `8 Boulevard du Port`; with `near`, the distance to it in metres as the service adds it. */
export function houseNumber({ commune, street, number, point }: Address): Feature {
  const name = `${number} ${street.name}`;
  return feature(point, {
    label: `${name} ${commune.postcode} ${cityOf(commune)}`,
    housenumber: number,
    id: `${streetId(commune, street)}_${number.replace(' ', '_').padStart(5, '0')}`,
    banId: banId(commune.insee, name),
    name,
    ...place(commune, point),
    type: 'housenumber',
    importance: importance(commune),
    street: street.name,
  });
}

export function streetFeature(commune: Commune, street: Street): Feature {
  const point = addressPoint(commune, street, 11);
  return feature(point, {
    label: `${street.name} ${commune.postcode} ${cityOf(commune)}`,
    id: streetId(commune, street),
    banId: banId(commune.insee, street.name),
    name: street.name,
    ...place(commune, point),
    type: 'street',
    importance: importance(commune),
  });
}

export function municipality(commune: Commune): Feature {
  const point: Point = [commune.longitude, commune.latitude];
  return feature(point, {
    label: commune.name,
    id: commune.insee,
    banId: banId(commune.insee, ''),
    name: commune.name,
    ...place(commune, point),
    type: 'municipality',
    importance: importance(commune),
    population: commune.population,
    municipality: commune.name,
  });
}

/** Adds the score and, when the request has a point, the distance to it. */
export function scored(found: Feature, score: number, from?: Point): Feature {
  const { properties } = found;
  const distance = from && Math.round(distanceMetres(pointOf(found), from));
  return {
    ...found,
    properties: { ...properties, score: Math.max(0, Math.round(score * 1e6) / 1e6), ...(from && { distance }) },
  };
}

export function pointOf({ geometry }: Feature): Point {
  const [longitude, latitude] = geometry.coordinates;
  return [Number(longitude), Number(latitude)];
}

function feature([longitude, latitude]: Point, properties: Properties): Feature {
  const coordinates = [longitude, latitude].map((degrees) => Math.round(degrees * 1e6) / 1e6);
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates },
    properties: { ...properties, _type: 'address' },
  };
}

function place(commune: Commune, point: Point): Properties {
  const { departement, departementName, region, mother } = commune;
  return {
    postcode: commune.postcode,
    citycode: commune.insee,
    ...lambert93(point),
    city: cityOf(commune),
    ...(mother && { district: commune.name }),
    context: [departement, departementName, region].filter((part, i, parts) => parts[i - 1] !== part).join(', '),
    depcode: departement,
    oldcitycode: null,
    oldcity: null,
  };
}

function cityOf({ name, mother }: Commune): string {
  return mother?.name ?? name;
}

function streetId(commune: Commune, street: Street): string {
  return `${commune.insee}_${String(hash(street.name) % 10_000).padStart(4, '0')}`;
}

function banId(insee: string, name: string): string {
  const hex = [0, 1, 2, 3].map((i) => hash(insee, name, i).toString(16).padStart(8, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}

function importance({ population }: Commune): number {
  return Math.round(Math.min(0.9, 0.2 + Math.log10(Math.max(10, population)) / 12) * 1e5) / 1e5;
}
