import type { Point } from '#territory/geometry.ts';
import type { PlanFamily } from '#territory/hazards-plan-kinds.ts';
import { plansOf, zonesAt, zonesOf, type Plan, type RegulatedZone } from '#territory/hazards-plans.ts';
import { frenchDate, type Row } from './envelopes.ts';
import { communesFiled, type AskedPlace } from './place.ts';

/** Plans of the place's communes; their zones are those of the points, or all of them when only a code was given. */
export function planRows(family: PlanFamily, place: AskedPlace): Row[] {
  const plans = communesFiled(place, 'commune').flatMap((commune) => plansOf(commune, family));
  return plans.map((plan) => planRow(plan, place.points.length > 0 ? zonesAtAll(plan, place.points) : zonesOf(plan)));
}

/** What `/{idGaspar}` adds. `dateApplicationAnticipee` is a guess: no recorded answer shows an anticipated plan. */
export function planDetail(plan: Plan): Row {
  const { hazard } = plan.kind;
  const communes = [
    {
      nom: plan.commune.name,
      codeInsee: plan.commune.insee,
      lienPpr: null,
      aleas: [
        {
          codeGaspar: hazard.code,
          libelle: hazard.label,
          dateApprobation: frenchDate(plan.approved),
          datePrescription: frenchDate(plan.prescribed),
          ...(plan.anticipated && { dateApplicationAnticipee: frenchDate(plan.anticipated) }),
          sousAlea: [{ libelle: hazard.detail }],
        },
      ],
    },
  ];
  return { ...planRow(plan, zonesOf(plan)), communes };
}

function planRow(plan: Plan, zones: RegulatedZone[]): Row {
  return {
    idGaspar: plan.gasparId,
    libPpr: plan.name,
    modeleProcedure: plan.kind.procedure,
    libBassinRisques: plan.commune.departementName,
    etatRevision: plan.underRevision,
    supExists: plan.approved !== null,
    zonageReglementaire: { zoneRegExists: zones.length > 0, listTypeReg: zones },
    departementPilote: { code: plan.commune.departement, nom: plan.commune.departementName },
    dateModification: frenchDate(plan.approved ?? plan.prescribed),
    listePprRevises: [],
  };
}

function zonesAtAll(plan: Plan, points: Point[]): RegulatedZone[] {
  const zones = points.flatMap((point) => zonesAt(plan, point));
  return [...new Map(zones.map((zone) => [zone.code, zone])).values()];
}
