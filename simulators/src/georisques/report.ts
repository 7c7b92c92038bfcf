import type { Commune } from '#territory/communes.ts';
import { distanceMetres, type Point } from '#territory/geometry.ts';
import { lotsInBox } from '#territory/grid.ts';
import { pick, unit } from '#territory/hash.ts';
import { centreOf } from '#territory/hazards-field.ts';
import type { PlanFamily } from '#territory/hazards-plan-kinds.ts';
import { gasparCommune, plansOf, zonesAt } from '#territory/hazards-plans.ts';
import { retreatZones, retreatZonesOf } from '#territory/hazards-coastline.ts';
import { nuclearPlantsAt, sitesAround, sitesOf } from '#territory/hazards-sites.ts';
import {
  clayExposure,
  communeHasPipeline,
  groundwaterRises,
  mustClearBrush,
  nearPipeline,
  radonPotential,
  seismicZone,
} from '#territory/hazards-zonings.ts';
import { planeFromDegrees } from '#territory/plane.ts';
import { addressOfLot } from '#territory/streets.ts';
import type { Row } from './envelopes.ts';
import type { AskedPlace } from './place.ts';

/** `resultats_rapport_risque`: the State's summary, with two statuses per risk. Some labels lack accents. */

type Status = string | null;
type Summary = [label: string, commune: Status, address: Status];

/** Mercator metres within which there is an address, anywhere on land. */
const REACH = 90;
const EXISTING = 'Risque Existant';
const CONCERNED = 'Risque Concerne';
const LEVELS = ['', 'faible', 'faible', 'modéré', 'important', 'important'];
const CLAY_LEVELS = ['', 'faible', 'modéré', 'important'];

export function reportRow(asked: AskedPlace): Row | null {
  const [point] = asked.points;
  const commune = asked.communes[0];
  if (!commune) return null;
  const town = gasparCommune(commune);
  const address = point ? nearestAddress(point) : null;
  return {
    adresse: address,
    commune: { libelle: town.name, codePostal: commune.postcode, codeInsee: town.insee },
    url: reportUrl(town, point, address?.libelle),
    risquesNaturels: natural(commune, point),
    risquesTechnologiques: technological(commune, point),
  };
}

function natural(commune: Commune, point: Point | undefined): Row {
  const seismic = `${EXISTING} - ${LEVELS[seismicZone(commune)] ?? ''}`;
  const radon = `${EXISTING} - ${CLAY_LEVELS[radonPotential(commune)] ?? ''}`;
  const atPoint = (status: string): Status => (point ? status : null);
  return {
    inondation: risk(['Inondation', ...planStatus(commune, point, 1)]),
    risqueCotier: risk(['Risques côtiers (submersion marine, tsunami)', ...planStatus(commune, point, 5)]),
    seisme: risk(['Séisme', seismic, atPoint(seismic)]),
    mouvementTerrain: risk(['Mouvements de terrain', ...planStatus(commune, point, 2)]),
    reculTraitCote: risk([
      pick(['Recul du trait de cote', 'Recul du trait de côte'], commune.insee),
      ...coastStatus(commune, point),
    ]),
    retraitGonflementArgile: risk(['Retrait gonflement des argiles', ...clayStatus(commune, point)]),
    avalanche: risk(['Avalanche', ...planStatus(commune, point, 4)]),
    feuForet: risk([pick(['Feu de foret', 'Feu de forêt'], commune.insee), ...fireStatus(commune, point)]),
    eruptionVolcanique: risk(['Volcan', ['971', '972', '974'].includes(commune.departement) ? EXISTING : null, null]),
    cyclone: risk(['Vent violent', commune.departement.startsWith('97') ? EXISTING : null, null]),
    radon: risk(['Radon', radon, atPoint(radon)]),
    remonteeNappe: risk(['Remontée de nappe', EXISTING, point ? known(groundwaterRises(point)) : null]),
  };
}

function technological(commune: Commune, point: Point | undefined): Row {
  const concerned = (inCommune: boolean, atAddress: boolean): [Status, Status] => {
    if (!inCommune) return [null, null];
    return [CONCERNED, point ? (atAddress ? CONCERNED : 'Risque non Concerne') : null];
  };
  const near = (layer: 'installations' | 'casias') => point !== undefined && sitesAround(layer, point, 500).length > 0;
  const mine = planStatus(commune, point, 9);
  return {
    icpe: risk([
      'Installations industrielles classées (ICPE)',
      ...concerned(sitesOf('installations', commune).length > 0, near('installations')),
    ]),
    nucleaire: risk(['Nucléaire', ...concerned(nuclearPlantsAt(point ?? centreOf(commune)).length > 0, true)]),
    canalisationsMatieresDangereuses: risk([
      'Canalisations de transport de matières dangereuses',
      ...concerned(
        communeHasPipeline(commune) || (point !== undefined && nearPipeline(point)),
        point !== undefined && nearPipeline(point),
      ),
    ]),
    pollutionSols: risk(['Pollution des sols', ...concerned(true, near('casias'))]),
    ruptureBarrage: risk(['Rupture de barrage', unit('dam', commune.departement) < 0.2 ? CONCERNED : null, null]),
    risqueMinier: risk(['Risques miniers', ...mine]),
  };
}

/** `present` mixes both levels, hence the two statuses. */
function risk([libelle, libelleStatutCommune, libelleStatutAdresse]: Summary): Row {
  const present = libelleStatutCommune !== null;
  return { present, libelle, libelleStatutCommune, libelleStatutAdresse, specifique: null };
}

function planStatus(commune: Commune, point: Point | undefined, digit: number): [Status, Status] {
  const families: PlanFamily[] = ['pprn', 'pprm'];
  const plan = families.flatMap((family) => plansOf(commune, family)).find(({ kind }) => kind.digit === digit);
  if (!plan) return [null, null];
  return [EXISTING, point ? known(zonesAt(plan, point).length > 0) : null];
}

function coastStatus(commune: Commune, point: Point | undefined): [Status, Status] {
  if (retreatZonesOf(commune.insee).length === 0) return [null, null];
  return [EXISTING, point ? known(retreatZones(point, 0).length > 0) : null];
}

function clayStatus(commune: Commune, point: Point | undefined): [Status, Status] {
  // Paris is not mapped, yet its commune-level status is « important » (recorded).
  if (commune.departement === '75') return [`${EXISTING} - important`, point ? 'Risque non Connu' : null];
  const [there, here] = [clayExposure(commune, centreOf(commune)), point ? clayExposure(commune, point) : 0];
  const level = Math.max(there, here);
  if (level === 0) return [null, null];
  const address = here > 0 ? `${EXISTING} - ${CLAY_LEVELS[here] ?? ''}` : 'Risque Inconnu';
  return [`${EXISTING} - ${CLAY_LEVELS[level] ?? ''}`, point ? address : null];
}

function fireStatus(commune: Commune, point: Point | undefined): [Status, Status] {
  const [plan, address] = planStatus(commune, point, 6);
  if (plan !== null) return [plan, address];
  const wooded = mustClearBrush(commune, centreOf(commune));
  return wooded ? ['Concerné', point ? known(mustClearBrush(commune, point)) : null] : [null, null];
}

function known(exists: boolean): string {
  return exists ? EXISTING : 'Risque non Connu';
}

/** The nearest address, some tens of metres from the point, as the real service answers; null far from any street. */
function nearestAddress(point: Point): { libelle: string; longitude: number; latitude: number } | null {
  const [u, v] = planeFromDegrees(point);
  const lots = lotsInBox([u - REACH, v - REACH], [u + REACH, v + REACH]);
  const [nearest] = lots
    .flatMap((lot) => addressOfLot(lot) ?? [])
    .sort((a, b) => distanceMetres(a.point, point) - distanceMetres(b.point, point));
  if (!nearest) return null;
  const { number, street, commune } = nearest;
  const [longitude, latitude] = nearest.point.map((degrees) => Number(degrees.toFixed(6))) as Point;
  return {
    libelle: `${number} ${street.name}, ${commune.postcode} ${gasparCommune(commune).name}`,
    longitude,
    latitude,
  };
}

function reportUrl(town: Commune, point: Point | undefined, address: string | undefined): string {
  const where = point
    ? {
        typeForm: 'adresse',
        city: town.name,
        codeInsee: town.insee,
        lon: String(point[0]),
        lat: String(point[1]),
        adresse: address ?? '',
      }
    : { typeForm: 'commune', city: town.name, codeInsee: town.insee };
  return `https://www.georisques.gouv.fr/mes-risques/connaitre-les-risques-pres-de-chez-moi/rapport2?${new URLSearchParams(where).toString()}`;
}
