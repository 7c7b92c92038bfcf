import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Feature, FeatureCollection, MultiPolygon } from 'geojson';
import type { Parcel } from '#domain/geometry/place.ts';
import type { NoiseZone } from '#domain/risks/facts.ts';

export const REALDATA_FOLDER = resolve(fileURLToPath(new URL('../../', import.meta.url)), '../shared/realdata');

/** False in a clone without the recorded answers: tests that need them are then skipped. */
export const REALDATA_HELD = existsSync(REALDATA_FOLDER);

/** A recorded answer of a supplier, read from the folder beside the project; throws when absent. */
function recorded<P>(path: string): Feature<MultiPolygon, P>[] {
  let text: string;
  try {
    text = readFileSync(resolve(REALDATA_FOLDER, path), 'utf8');
  } catch (cause) {
    throw new Error(`The recorded answers are missing: expected ${path} in ../shared/realdata beside the project.`, {
      cause,
    });
  }
  return (JSON.parse(text) as FeatureCollection<MultiPolygon, P>).features;
}

type PebProperties = Pick<NoiseZone, 'zone'> & {
  code_oaci: string;
  nom: string;
  indldenext: string;
  indldenint: string;
  date_arret: string;
  ref_doc: string;
};

/** `peb/<file>` as noise zones. */
export function recordedNoise(file: string): NoiseZone[] {
  return recorded<PebProperties>(`peb/${file}`).map(({ geometry, properties }) => ({
    aerodrome: properties.code_oaci,
    aerodromeName: properties.nom,
    zone: properties.zone,
    index: { kind: 'lden', low: Number(properties.indldenext), high: Number(properties.indldenint) },
    decreeDate: properties.date_arret.slice(0, 10),
    documentUrl: properties.ref_doc,
    outline: geometry as Parcel['outline'],
  }));
}

type ParcelProperties = {
  numero: string;
  section: string;
  com_abs: string;
  nom_com: string;
  contenance: number;
  code_insee: string;
};

/** `<path>` of cadastral parcels, as API Carto writes them. */
export function recordedParcels(path: string): Parcel[] {
  return recorded<ParcelProperties>(path).map(({ geometry, properties }) => ({
    commune: properties.code_insee,
    communeName: properties.nom_com,
    prefix: properties.com_abs,
    section: properties.section,
    number: properties.numero,
    areaSquareMetres: properties.contenance || null,
    outline: geometry as Parcel['outline'],
  }));
}
