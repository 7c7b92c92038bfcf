import { communeAt, type Commune } from '#territory/communes.ts';
import type { Point } from '#territory/geometry.ts';
import { centreOf } from '#territory/hazards-field.ts';
import {
  clayExposure,
  hasBrushClearing,
  mustClearBrush,
  radonPotential,
  seismicZone,
} from '#territory/hazards-zonings.ts';
import type { Row } from './envelopes.ts';

const SEISMIC_LABELS = ['TRES FAIBLE', 'FAIBLE', 'MODÉRÉE', 'MOYENNE', 'FORTE'];
const CLAY_LABELS = ['', 'Exposition faible', 'Exposition moyenne', 'Exposition forte'];

/** `"3 - MODÉRÉE"`: recorded with its accents; « TRES FAIBLE » without is a guess. */
export function seismicLabel(zone: number): string {
  return `${zone} - ${SEISMIC_LABELS[zone - 1] ?? ''}`;
}

export function seismicRows(commune: Commune): Row[] {
  const zone = seismicZone(commune);
  return [
    {
      code_insee: commune.insee,
      libelle_commune: commune.name,
      code_zone: String(zone),
      zone_sismicite: seismicLabel(zone),
    },
  ];
}

/** Arrondissements come without their name. */
export function radonRows(commune: Commune): Row[] {
  const name = commune.mother ? null : commune.name;
  return [{ classe_potentiel: String(radonPotential(commune)), code_insee: commune.insee, libelle_commune: name }];
}

/** Null outside any zone, where the service returns 200 without a body. */
export function clayRow(point: Point): Row | null {
  const commune = communeAt(...point);
  const exposure = commune ? clayExposure(commune, point) : 0;
  return exposure === 0 ? null : { codeExposition: String(exposure), exposition: CLAY_LABELS[exposure] };
}

/** At a point, only where clearing is compulsory; by commune code, when some wood of the commune makes it so. */
export function brushClearingRows(commune: Commune, point: Point | undefined): Row[] {
  const concerned = point ? mustClearBrush(commune, point) : hasBrushClearing(commune);
  if (!concerned) return [];
  const [longitude, latitude] = point ?? centreOf(commune);
  return [
    {
      commune: { code: commune.insee, nom: commune.name },
      coordonnees: { latitude, longitude },
      risque: {
        url: `https://www.georisques.gouv.fr/sites/default/files/old/fiche_OLD_${commune.departement}.pdf`,
        'Date approbation': '2025-03-18',
      },
    },
  ];
}
