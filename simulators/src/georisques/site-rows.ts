import { communeAt, type Commune } from '#territory/communes.ts';
import type { Point } from '#territory/geometry.ts';
import { pick, unit } from '#territory/hash.ts';
import type { GridPlace } from '#territory/hazards-grid.ts';
import { gasparCommune } from '#territory/hazards-plans.ts';
import { nuclearPlantsAt, sitesAround, sitesOf, type NuclearPlant, type SiteLayer } from '#territory/hazards-sites.ts';
import type { Row } from './envelopes.ts';
import { communesFiled, type AskedPlace, type FiledBy } from './place.ts';

/** Points near the place: cavities, ground movements, nuclear plants; and the search area of every layer. */

export type Located = { place: GridPlace; commune: Commune };

const CAVITIES = ['Cave', 'Carrière', 'Naturelle', 'Ouvrage civil', 'Ouvrage militaire', 'Indéterminé', 'Souterrain'];
const MOVEMENTS = [
  'Effondrement / Affaissement',
  'Glissement',
  'Coulée',
  'Chute de blocs / Eboulement',
  'Erosion de berges',
];

/** The layer's sites around the points, or in the communes, each once. */
export function locate(layer: SiteLayer, asked: AskedPlace, level: FiledBy): Located[] {
  const around = asked.points.flatMap((point) => sitesAround(layer, point, asked.radiusMetres));
  const found =
    asked.points.length > 0 ? around : communesFiled(asked, level).flatMap((commune) => sitesOf(layer, commune));
  const unique = [...new Map(found.map((place) => [place.key, place])).values()];
  return unique.flatMap((place) => {
    const commune = communeAt(...place.at);
    return commune ? [{ place, commune }] : [];
  });
}

export function cavityRow({ place, commune }: Located): Row {
  return {
    identifiant: identifier(place, commune, 'AA'),
    type: pick(CAVITIES, place.key, 'type'),
    nom: unit(place.key, 'named') < 0.5 ? null : `Cavité de ${commune.name}`,
    reperage_geo: place.isDefaultPoint ? 'Commune' : pick(['Précis', 'Approché'], place.key, 'precision'),
    ...area(commune),
    ...coordinates(place),
  };
}

export function movementRow({ place, commune }: Located): Row {
  const year = 1950 + Math.floor(unit(place.key, 'year') * 75);
  return {
    identifiant: identifier(place, commune, ''),
    type: pick(MOVEMENTS, place.key, 'type'),
    ...area(commune),
    fiabilite: pick(['Fort', 'Moyen', 'Faible'], place.key, 'trust'),
    lieu: pick(['Le Bourg', 'Les Granges', 'La Côte', 'Le Moulin'], place.key, 'place'),
    commentaire_lieu: null,
    date_debut: `${year}-01-01`,
    precision_date: 'Année',
    commentaire_mvt: null,
    ...coordinates(place),
    precision_lieu: pick(['25 m', '100 m', '500 m'], place.key, 'precision'),
    date_maj: '2021-06-15',
  };
}

/** Field names of v1 are unverified, but for `rayon_ppi`. */
export function nuclearRows(asked: AskedPlace): Row[] {
  const points =
    asked.points.length > 0
      ? asked.points
      : asked.communes.map(({ longitude, latitude }): Point => [longitude, latitude]);
  const plants = new Set<NuclearPlant>(points.flatMap(nuclearPlantsAt));
  return [...plants].map((plant) => ({
    nom_installation_nucleaire: plant.name,
    type_installation_nucleaire: plant.type,
    ppi: true,
    rayon_ppi: plant.emergencyRadiusKm,
    longitude: plant.at[0],
    latitude: plant.at[1],
  }));
}

export function coordinates({ at: [longitude, latitude] }: GridPlace): { longitude: number; latitude: number } {
  return { longitude: Number(longitude.toFixed(6)), latitude: Number(latitude.toFixed(6)) };
}

function area(commune: Commune): Row {
  return {
    region: { code: '', nom: commune.region },
    departement: { code: commune.departement, nom: commune.departementName },
    code_insee: gasparCommune(commune).insee,
  };
}

/** `PICAA0012345` of cavities, `61400123` of movements. */
function identifier(place: GridPlace, commune: Commune, letters: string): string {
  const number = Math.floor(unit(place.key, 'id') * 1e7);
  const head = letters === '' ? commune.departement : commune.region.slice(0, 3).toUpperCase() + letters;
  return `${head}${String(number).padStart(7, '0')}`;
}
