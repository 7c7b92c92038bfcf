import { clayExposure, mustClearBrush } from '../../../simulators/src/territory/hazards-zonings.ts';
import { gasparCommune, plansOf, zonesAt, type Plan } from '../../../simulators/src/territory/hazards-plans.ts';
import type { Commune } from '../../../simulators/src/territory/communes.ts';
import type { Point } from '../../../simulators/src/territory/geometry.ts';
import { DEGREES, shapefile } from '../../../server/test/shapefile.ts';
import { asideOf, cellsAround, squareAt, type Territory } from './territory.ts';

/** Layers of zones as published, in degrees. */
type Files = Record<string, string | Buffer>;

const FAMILIES = ['pprn', 'pprm', 'pprt'] as const;

/** Every plan of the territory's communes, once. */
function plansIn({ communes }: Territory): Plan[] {
  const plans = communes.flatMap((commune) => FAMILIES.flatMap((family) => plansOf(commune, family)));
  return [...new Map(plans.map((plan) => [plan.gasparId, plan])).values()];
}

type Zone = { attributes: Record<string, string>; rings: Point[][] };

/** The zones of each plan in force, where it has one; a plan without any there has one aside. */
export function pprLayer(territory: Territory): Files {
  const townsOf = Map.groupBy(territory.towns, (town) => gasparCommune(town).insee);
  const drawn = plansIn(territory)
    .filter(({ state }) => state !== 'prescribed')
    .flatMap((plan) => {
      const zones = (townsOf.get(plan.commune.insee) ?? []).flatMap((town) => zonesIn(plan, town));
      return zones.length > 0 ? zones : [zoneAside(plan)];
    });
  return shapefile('N_ZONE_REG_PPRN_99990001_S_099', drawn, DEGREES);
}

const zonesIn = (plan: Plan, town: Commune): Zone[] =>
  cellsAround(town).flatMap(({ centre, ring }) =>
    zonesAt(plan, centre).map(({ code, codeZone, nom }) => ({
      attributes: { id_gaspar: plan.gasparId, codezone: codeZone, nom: nom ?? '', typereg: code },
      rings: [ring],
    })),
  );

function zoneAside(plan: Plan): Zone {
  const attributes = { id_gaspar: plan.gasparId, codezone: 'B', nom: '', typereg: '02' };
  return { attributes, rings: [squareAt(asideOf(plan.commune)).ring] };
}

/** The map covers the mainland without Paris. */
export function clayLayer({ towns, everywhere }: Territory): Files {
  const isMapped = ({ departement }: Commune): boolean => departement !== '75' && !departement.startsWith('97');
  const zone = ({ departement }: Commune, level: number, ring: Point[]): Zone => ({
    attributes: { insee_dep: departement, niveau: String(level) },
    rings: [ring],
  });
  const exposed = towns.filter(isMapped).flatMap((town) =>
    cellsAround(town).flatMap(({ centre, ring }) => {
      const level = clayExposure(town, centre);
      return level === 0 ? [] : [zone(town, level, ring)];
    }),
  );
  const others = everywhere.filter(isMapped).map((commune) => zone(commune, 1, squareAt(asideOf(commune)).ring));
  return shapefile('AleaRG_2025_Fxx_L93', [...exposed, ...others], DEGREES);
}

/** A massif's band wherever the simulators ask to clear, and one zone in each other département. */
export function clearingLayer({ towns, everywhere }: Territory): Files {
  const zone = ({ departement }: Commune, ring: Point[]): Zone => ({
    attributes: {
      dept: departement,
      zonage: '1',
      url: `https://www.georisques.gouv.fr/sites/default/files/old/fiche_OLD_${departement}.pdf`,
      dat_ap_old: '2025-03-18',
    },
    rings: [ring],
  });
  const concerned = towns.flatMap((town) =>
    cellsAround(town).flatMap(({ centre, ring }) => (mustClearBrush(town, centre) ? [zone(town, ring)] : [])),
  );
  const others = everywhere.map((commune) => zone(commune, squareAt(asideOf(commune)).ring));
  return shapefile('debroussaillement', [...concerned, ...others], DEGREES);
}

/** One territory and what it floods: no fact is made of them. */
export function floodLayers({ everywhere }: Territory): Files {
  const rings = everywhere.slice(0, 1).map((commune) => squareAt(asideOf(commune)).ring);
  return {
    ...shapefile('n_tri_s', [{ attributes: { id_tri: 'FR_TRI_ESSAI', nom_tri: 'Essai' }, rings }], DEGREES),
    ...shapefile(
      'n_inondable_01_02moy_s',
      [{ attributes: { id_tri: 'FR_TRI_ESSAI', scenario: '02Moy' }, rings }],
      DEGREES,
    ),
  };
}
