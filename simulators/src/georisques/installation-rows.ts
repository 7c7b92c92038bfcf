import type { Commune } from '#territory/communes.ts';
import { pick, unit } from '#territory/hash.ts';
import type { GridPlace } from '#territory/hazards-grid.ts';
import { gasparCommune } from '#territory/hazards-plans.ts';
import { isPlant } from '#territory/hazards-sites.ts';
import type { Row } from './envelopes.ts';
import { coordinates, type Located } from './site-rows.ts';

/** Installations classées (ICPE), in the shape of the recorded answer. */

const TRADES = [
  { name: 'GARAGE', naf: '45', street: 'RUE DES ATELIERS' },
  { name: 'BETONS', naf: '23', street: 'QUAI DU PORT' },
  { name: 'CHAUFFERIE', naf: '35', street: 'BOULEVARD DE LA GARE' },
  { name: 'ELEVAGE', naf: '01', street: 'CHEMIN DES PRES' },
  { name: 'RECUPERATION METAUX', naf: '38', street: 'ROUTE NATIONALE' },
];
const REGIMES = ['Non ICPE', 'Autorisation', 'Enregistrement', 'Enregistrement', 'Autres régimes'];
type Business = { name: string; naf: string; street: string; regime: string; seveso: string };
const NOTHING = { bovins: false, porcs: false, volailles: false, carriere: false, eolienne: false };

export function installationRow({ place, commune }: Located): Row {
  const { name, naf, street, regime, seveso } = isPlant(place) ? depot(place) : business(place, commune);
  const known = regime === 'Autorisation' || regime === 'Enregistrement';
  return {
    raisonSociale: name,
    adresse1: place.isDefaultPoint ? null : `${1 + Math.floor(unit(place.key, 'number') * 120)} ${street}`,
    adresse2: null,
    adresse3: null,
    codePostal: commune.postcode,
    codeInsee: gasparCommune(commune).insee,
    commune: gasparCommune(commune).name,
    codeNaf: naf,
    ...coordinates(place),
    ...NOTHING,
    industrie: known,
    prioriteNationale: isPlant(place),
    statutSeveso: known ? seveso : null,
    ied: isPlant(place),
    etatActivite: known ? 'En exploitation avec titre' : null,
    codeAIOT: String(Math.floor(unit(place.key, 'aiot') * 1e7)).padStart(10, '0'),
    siret: null,
    coordonneeXAIOT: null,
    coordonneeYAIOT: null,
    systemeCoordonneesAIOT: '2154',
    serviceAIOT: `DREAL ${commune.region}`,
    regime,
    date_maj: '2026-02-13/09-00-50',
    inspections: known ? [{ dateInspection: '2024-04-23', fichierInspection: null }] : [],
    documentsHorsInspection: [],
    rubriques: known ? [rubrique(regime)] : [],
  };
}

/** The plant for which the commune has its PPRT. */
function depot({ key }: GridPlace): Business {
  const name = `DEPOT PETROLIER ${key.slice('plant:'.length).toUpperCase()}`;
  return { name, naf: '19', street: 'ROUTE INDUSTRIELLE', regime: 'Autorisation', seveso: 'Seveso seuil haut' };
}

function business({ key }: GridPlace, commune: Commune): Business {
  const trade = pick(TRADES, key, 'trade');
  const seveso = unit(key, 'seveso') < 0.03 ? 'Seveso seuil bas' : 'Non Seveso';
  return {
    ...trade,
    name: `${trade.name} ${commune.name.toUpperCase()}`,
    regime: pick(REGIMES, key, 'regime'),
    seveso,
  };
}

function rubrique(regime: string): Row {
  return {
    numeroRubrique: regime === 'Autorisation' ? '4734' : '2921',
    nature:
      regime === 'Autorisation' ? 'Produits pétroliers spécifiques' : 'Installations de refroidissement évaporatif',
    alinea: '1.a',
    regimeAutoriseAlinea: regime,
    quantiteTotale: '5100.000',
    unite: regime === 'Autorisation' ? 't' : 'kW',
    dateMotif: '05/05/2022',
  };
}
