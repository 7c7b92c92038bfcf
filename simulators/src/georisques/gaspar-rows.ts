import type { Commune } from '#territory/communes.ts';
import { unit } from '#territory/hash.ts';
import { catnatDecrees } from '#territory/hazards-catnat.ts';
import { centreOf } from '#territory/hazards-field.ts';
import { plansOf } from '#territory/hazards-plans.ts';
import { clayExposure, hasBrushClearing, seismicZone } from '#territory/hazards-zonings.ts';
import { frenchDate, type Row } from './envelopes.ts';
import { seismicLabel } from './zoning-rows.ts';

/** Rows of the base Gaspar, filed by commune. */

type Risk = [number: string, label: string];

export function catnatRows(commune: Commune): Row[] {
  return catnatDecrees(commune).map((row) => ({
    code_national_catnat: row.code,
    date_debut_evt: frenchDate(row.start),
    date_fin_evt: frenchDate(row.end),
    date_publication_arrete: frenchDate(row.decree),
    date_publication_jo: frenchDate(row.journalOfficiel),
    libelle_risque_jo: row.hazard,
    code_insee: commune.insee,
    libelle_commune: commune.name.toUpperCase(),
  }));
}

export function riskRows(commune: Commune): Row[] {
  const detail = communeRisks(commune).map(([num_risque, libelle_risque_long]) => ({
    num_risque,
    libelle_risque_long,
    zone_sismicite: libelle_risque_long === 'Séisme' ? seismicLabel(seismicZone(commune)) : null,
  }));
  return [{ ...named(commune), risques_detail: detail }];
}

export function azi(commune: Commune): Row[] {
  if (!floods(commune)) return [];
  const year = 1998 + Math.floor(unit('azi', commune.insee) * 12);
  return [
    {
      code_national_azi: `${commune.departement}DREAL${year}0001`,
      libelle_azi: `AZI du bassin de ${commune.departementName}`,
      ...floodBasin(commune),
      date_debut_programmation: null,
      date_fin_programmation: null,
      date_debut_etude: `01/03/${year - 2}`,
      date_fin_etude: `15/11/${year - 1}`,
      date_debut_information: null,
      date_fin_information: null,
      date_realisation: `30/06/${year}`,
      date_diffusion: `15/09/${year}`,
      date_publication_web: null,
      ...named(commune),
    },
  ];
}

export function tri(commune: Commune): Row[] {
  if (!floods(commune) || commune.population < 20_000) return [];
  return [
    {
      code_national_tri: `FR_TRI_${commune.departement}`,
      libelle_tri: `TRI ${commune.departementName}`,
      ...floodBasin(commune),
      date_arrete_pcb: '11/01/2012',
      date_arrete_carte: '20/12/2013',
      date_arrete_pcb_local: null,
      date_arrete_prefet_parties_prenantes: '26/11/2012',
      date_arrete_approbation: null,
      date_arrete_national: '06/11/2012',
      ...named(commune),
    },
  ];
}

export function papi(commune: Commune): Row[] {
  if (!floods(commune) || unit('papi', commune.insee) < 0.5) return [];
  return [
    {
      code_national_papi: `${commune.departement}DREAL20160001`,
      libelle_papi: `PAPI ${commune.departementName}`,
      ...floodBasin(commune),
      date_labellisation: '13/12/2016',
      date_signature: '10/05/2017',
      date_fin_realisation: '31/12/2022',
      ...named(commune),
    },
  ];
}

export function dicrim(commune: Commune): Row[] {
  if (unit('dicrim', commune.insee) < 0.4) return [];
  return [{ annee_publication: String(2004 + Math.floor(unit('dicrim-year', commune.insee) * 18)), ...named(commune) }];
}

export function tim(commune: Commune): Row[] {
  return unit('tim', commune.insee) < 0.5 ? [] : [{ date_transmission: '15/10/2012', ...named(commune) }];
}

export function named(commune: Commune): { code_insee: string; libelle_commune: string } {
  return { code_insee: commune.insee, libelle_commune: commune.name };
}

function floods(commune: Commune): boolean {
  return plansOf(commune, 'pprn').some(({ kind }) => kind.hazard.label === 'Inondation');
}

function floodBasin(commune: Commune): Row {
  return {
    liste_libelle_risque: [{ num_risque: '11', libelle_risque_long: 'Inondation' }],
    libelle_bassin_risques: commune.departementName,
  };
}

function communeRisks(commune: Commune): Risk[] {
  const digits = new Set(plansOf(commune, 'pprn').map(({ kind }) => kind.digit));
  const clay = clayExposure(commune, centreOf(commune)) === 3;
  const all: [Risk, boolean][] = [
    [['11', 'Inondation'], digits.has(1) || digits.has(5) || commune.coastal],
    [['117', 'Par submersion marine'], digits.has(5) || commune.coastal],
    [['12', 'Mouvement de terrain'], digits.has(2) || commune.coastal],
    [['126', 'Recul du trait de côte et de falaises'], commune.coastal],
    [['157', 'Tassements différentiels'], digits.has(3) || clay],
    [['13', 'Séisme'], true],
    [['14', 'Avalanche'], digits.has(4)],
    [['16', 'Feu de forêt'], digits.has(6) || hasBrushClearing(commune)],
    [['17', 'Phénomène lié à l’atmosphère'], true],
    [['18', 'Radon'], true],
    [['21', 'Risque industriel'], plansOf(commune, 'pprt').length > 0],
    [['23', 'Transport de marchandises dangereuses'], true],
    [['31', 'Risque minier'], plansOf(commune, 'pprm').length > 0],
  ];
  return all.filter(([, present]) => present).map(([risk]) => risk);
}
