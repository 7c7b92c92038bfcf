import { join } from 'node:path';
import { departementOf } from '../server/src/domain/geometry/place.ts';
import { SEISMIC_ZONES_BY_LAW } from '../server/src/domain/risks/seismic-law.ts';
import { createRandom, type Random } from '../tests/harness/seeded-random.ts';
import { PUBLISHED_ON, range, writeTable } from './datasets-engine-csv.ts';
import { communeOf, COMMUNES, planOf, PLANS } from './datasets-engine-land.ts';

/** One commune in 35 has absorbed another, whose code is above those of its département. */
function absorbedBy(number: number): string | null {
  const { departement } = communeOf(number);
  return number % 35 === 0 ? `${departement}${900 + Math.floor((number % 364) / 35)}` : null;
}

export async function writeCommunes(folder: string): Promise<void> {
  await writeTable(join(folder, 'communes.csv'), [
    'TYPECOM,COM,LIBELLE',
    ...range(COMMUNES, (number) => `COM,${communeOf(number).code},${communeOf(number).name}`),
  ]);
  const moves = [
    ...range(COMMUNES, (number) => {
      const former = absorbedBy(number);
      return former === null ? [] : [`32,2019-01-01,COM,${former},COM,${communeOf(number).code}`];
    }),
  ];
  const header = 'MOD,DATE_EFF,TYPECOM_AV,COM_AV,TYPECOM_AP,COM_AP';
  await writeTable(join(folder, 'mouvements-communes.csv'), [header, ...moves.flat()]);
}

/** Every commune, and those that were absorbed. */
function* codes(): Generator<[code: string, name: string, random: Random]> {
  for (let number = 0; number < COMMUNES; number += 1) {
    const random = createRandom(10_000_000 + number);
    const { code, name } = communeOf(number);
    yield [code, name, random];
    const former = absorbedBy(number);
    if (former !== null) yield [former, `Ancienne ${name}`, random];
  }
}

export function* radonLines(): Generator<string> {
  yield 'nom_comm;insee_com;classe_potentiel';
  for (const [code, name, random] of codes()) yield `${name};${code};${1 + random.below(3)}`;
}

export function* seismicLines(): Generator<string> {
  yield 'insee;sismicite';
  for (const [code, , random] of codes()) {
    const zone = SEISMIC_ZONES_BY_LAW.get(departementOf(code)) ?? 1 + random.below(4);
    yield `${code};${zone} - zone`;
  }
}

export function writePlans(folder: string, family: 'pprn' | 'pprm' | 'pprt'): Promise<void> {
  const header = `cod_nat_${family};lib_${family};cod_commune;lib_risque;etat_revision;dat_prescription;dat_deprescription;dat_approbation;dat_annulation;dat_abrog;dat_maj`;
  const approved = [...range(PLANS, planOf)]
    .filter((plan) => plan.family === family)
    .map(({ id, commune }) => `${id};Plan ${id};${commune.code};Inondation;f;2009-05-04;;2012-06-05;;;2026-02-01`);
  // Between two communes with a plan: no zone yet.
  const prescribed = [...range(PLANS, planOf)]
    .filter((plan, number) => plan.family === family && number % 6 === 0)
    .map(
      ({ id }, i) =>
        `${id}P;Plan prescrit ${id};${communeOf((i * 31) % COMMUNES).code};Inondation;f;2024-05-04;;;;;2026-02-01`,
    );
  return writeTable(join(folder, `${family}_gaspar_${PUBLISHED_ON}.csv`), [header, ...approved, ...prescribed]);
}

export function* catnatLines(): Generator<string> {
  yield 'cod_nat_catnat;cod_commune;lib_commune;lib_risque_jo;dat_deb;dat_fin;dat_pub_arrete;dat_pub_jo;dat_maj';
  for (const [code, name, random] of codes()) {
    for (let decree = 0, count = 1 + random.below(13); decree < count; decree += 1) {
      const year = 1982 + random.below(43);
      const hazard = ['Inondations et/ou Coulées de Boue', 'Mouvement de Terrain', 'Sécheresse'][random.below(3)];
      const id = `INTE${year}${code}${decree}`;
      yield `${id};${code};${name};${hazard};${year}-07-0${1 + random.below(9)};${year}-07-15;${year}-09-01;${year}-09-10;2026-02-01`;
    }
  }
}
