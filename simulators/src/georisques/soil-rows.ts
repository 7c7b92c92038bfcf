import { communeAt } from '#territory/communes.ts';
import { pick, unit } from '#territory/hash.ts';
import { gasparCommune } from '#territory/hazards-plans.ts';
import { soilsAround, soilsOf, type SoilLayer, type SoilSite } from '#territory/hazards-soils.ts';
import type { Row } from './envelopes.ts';
import { communesFiled, type AskedPlace } from './place.ts';
import { coordinates, locate, type Located } from './site-rows.ts';

/** Sites et sols pollués: CASIAS and ex-BASOL points, SIS and SUP outlines. */

const ACTIVITIES = [
  'Garages, ateliers, mécanique et soudure',
  'Blanchisserie-teinturerie, pressing',
  'Dépôt de liquides inflammables',
  'Fonderie et travail des métaux',
  'Imprimerie',
];

const TRADES = [
  'Garage',
  'Station-service',
  'Teinturerie',
  'Dépôt d’hydrocarbures',
  'Fonderie',
  'Imprimerie',
  'Menuiserie industrielle',
  'Atelier de chaudronnerie',
];
const OWNERS = [
  'Martin',
  'Durand et fils',
  'Lefèvre',
  'du Centre',
  'Moreau',
  'de la Gare',
  'Petit frères',
  'Roux et Cie',
];

/** Mostly by arrondissement, unlike the three others. */
export function casiasRows(asked: AskedPlace): Row[] {
  return locate('casias', asked, 'both').map((located) => ({
    identifiant_ssp: sspId(located.place.key),
    identifiant_casias: `${located.commune.departement}${String(Math.floor(unit(located.place.key, 'casias') * 1e5)).padStart(5, '0')}`,
    ...pollutedSite(located),
    activite_principale: pick(ACTIVITIES, located.place.key, 'activity'),
    code_insee: located.commune.insee,
    nom_commune: located.commune.name,
  }));
}

export function instructionRows(asked: AskedPlace): Row[] {
  return locate('instructions', asked, 'commune').map((located) => ({
    identifiant_ssp: sspId(located.place.key),
    ...pollutedSite(located),
    code_insee: gasparCommune(located.commune).insee,
    nom_commune: gasparCommune(located.commune).name,
  }));
}

/** The radius is measured from the outline. A SUP only lacks the field `id_sis`. */
export function soilRows(layer: SoilLayer, asked: AskedPlace): Row[] {
  const around = asked.points.flatMap((point) => soilsAround(layer, point, asked.radiusMetres));
  const sites =
    asked.points.length > 0 ? around : communesFiled(asked, 'commune').flatMap((commune) => soilsOf(layer, commune));
  return [...new Map(sites.map((site) => [site.key, site])).values()].map((site) => {
    return layer === 'sis' ? { id_sis: sspId(site.key, 'SIS'), ...soilRow(site) } : soilRow(site);
  });
}

function soilRow(site: SoilSite): Row {
  const found = communeAt(...site.at);
  const commune = found && gasparCommune(found);
  const id = sspId(site.key);
  return {
    identifiant_ssp: id,
    nom: site.name,
    adresse: unit(site.key, 'address') < 0.5 ? null : `${1 + Math.floor(unit(site.key, 'number') * 90)} rue de l’Usine`,
    adresse_lieudit: null,
    superficie: site.squareMetres,
    statut_classification: 'Classification publiée',
    code_insee: commune?.insee ?? null,
    nom_commune: commune?.name ?? null,
    fiche_risque: `https://fiches-risques.brgm.fr/georisques/infosols/classification/${id}`,
    date_maj: '2024-11-12',
    geom: site.outline,
  };
}

function pollutedSite({ place }: Located): Row {
  const { longitude, latitude } = coordinates(place);
  return {
    nom_etablissement: `${pick(TRADES, place.key, 'name')} ${pick(OWNERS, place.key, 'owner')}`,
    statut: pick(['En arrêt', 'En activité', 'Indéterminé'], place.key, 'status'),
    adresse: place.isDefaultPoint ? null : `${1 + Math.floor(unit(place.key, 'number') * 90)} rue de la Gare`,
    adresse_lieudit: null,
    fiche_risque: `https://fiches-risques.brgm.fr/georisques/casias/${sspId(place.key)}`,
    date_maj: '2023-05-04',
    geom: { type: 'Point', coordinates: [longitude, latitude] },
  };
}

function sspId(key: string, prefix = 'SSP'): string {
  return `${prefix}${String(Math.floor(unit(key, 'id') * 1e7)).padStart(7, '0')}`;
}
