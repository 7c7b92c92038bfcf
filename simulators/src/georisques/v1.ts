import type { Commune } from '#territory/communes.ts';
import { centreOf } from '#territory/hazards-field.ts';
import type { PlanFamily } from '#territory/hazards-plan-kinds.ts';
import { planById, plansOf, zonesAt } from '#territory/hazards-plans.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Simulation } from '#simulation.ts';
import { asks } from './answer.ts';
import { envelopeA, envelopeB, type Row } from './envelopes.ts';
import { azi, catnatRows, dicrim, named, papi, riskRows, tim, tri } from './gaspar-rows.ts';
import { installationRow } from './installation-rows.ts';
import { communesFiled, v1Place, type AskedPlace, type FiledBy, type Query } from './place.ts';
import { planDetail, planRows } from './plan-rows.ts';
import { reportRow } from './report.ts';
import { cavityRow, locate, movementRow, nuclearRows } from './site-rows.ts';
import { casiasRows, instructionRows, soilRows } from './soil-rows.ts';
import { brushClearingRows, clayRow, radonRows, seismicRows } from './zoning-rows.ts';

export const PLAN_FAMILIES: readonly PlanFamily[] = ['pprn', 'pprt', 'pprm'];

export type Rows = (asked: AskedPlace) => Row[];

/** Lists of v1 in envelope A; v2 publishes the same rows under other names. */
export const LISTS = {
  zonage_sismique: filed('both', seismicRows),
  radon: filed('arrondissement', radonRows),
  mvt: (asked) => locate('ground-movements', asked, 'commune').map(movementRow),
  cavites: (asked) => locate('cavities', asked, 'commune').map(cavityRow),
  installations_classees: (asked) => locate('installations', asked, 'commune').map(installationRow),
  'ssp/casias': casiasRows,
  'ssp/instructions': instructionRows,
  'ssp/conclusions_sis': (asked) => soilRows('sis', asked),
  'ssp/conclusions_sup': (asked) => soilRows('sup', asked),
  'gaspar/risques': filed('commune', riskRows),
  'gaspar/catnat': filed('commune', catnatRows),
  'gaspar/azi': filed('commune', azi),
  'gaspar/tri': filed('commune', tri),
  'gaspar/papi': filed('commune', papi),
  'gaspar/dicrim': filed('commune', dicrim),
  'gaspar/tim': filed('commune', tim),
} satisfies Record<string, Rows>;
export type ListName = keyof typeof LISTS;

/** Lists that return 404 for an empty result. */
const EMPTY_IS_NOT_FOUND = new Set<ListName>(['cavites', 'gaspar/azi', 'gaspar/tri', 'gaspar/papi']);
const NO_RESULT = { code: 404, message: 'pas de résultat' };
const SOIL_LISTS = { casias: 'ssp/casias', instructions: 'ssp/instructions', conclusions_sis: 'ssp/conclusions_sis', conclusions_sup: 'ssp/conclusions_sup' } as const; // prettier-ignore

/** Version 1, open to all. `rapport_pdf` fails, as it often does. */
export function v1(app: FastifyInstance, simulation: Simulation): void {
  const at = (path: string, answer: (asked: AskedPlace, query: Query, reply: FastifyReply) => unknown) =>
    asks(app, simulation, { version: 'v1', path, place: v1Place, answer });

  for (const [path, rows] of Object.entries(LISTS) as [ListName, Rows][]) {
    at(path, (asked, query, reply) => {
      const found = rows(asked);
      if (found.length === 0 && EMPTY_IS_NOT_FOUND.has(path)) return reply.code(404).send(NO_RESULT);
      return envelopeA(found, path, query);
    });
  }
  at('ssp', (asked, query) =>
    Object.fromEntries(
      Object.entries(SOIL_LISTS).map(([key, list]) => [key, envelopeA(LISTS[list](asked), list, query)]),
    ),
  );
  for (const family of PLAN_FAMILIES) {
    at(`gaspar/${family}`, (asked, query) => envelopeB(planRows(family, asked), query, 10));
    app.get<{ Params: { id: string } }>(`/georisques/api/v1/gaspar/${family}/:id`, async (request, reply) => {
      const plan = planById(request.params.id);
      return plan?.kind.family === family ? planDetail(plan) : reply.code(404).send(NO_RESULT);
    });
  }
  at('rga', (asked, _query, reply) => (asked.points[0] && clayRow(asked.points[0])) ?? reply.send(''));
  at('old', brushClearing);
  at('installations_nucleaires', nuclearRows);
  at('tri_zonage', floodZoning);
  at('resultats_rapport_risque', (asked, _query, reply) => reportRow(asked) ?? reply.code(404).send(NO_RESULT));
  app.get('/georisques/api/v1/rapport_pdf', async (_request, reply) =>
    reply.code(503).send({ code: 503, message: 'Service temporairement indisponible' }),
  );
}

export function brushClearing(asked: AskedPlace): Row[] {
  return communesFiled(asked, 'commune').flatMap((commune) => brushClearingRows(commune, asked.points[0]));
}

function filed(level: FiledBy, rows: (commune: Commune) => Row[]): Rows {
  return (asked) => communesFiled(asked, level).flatMap(rows);
}

/** Envelope E. */
function floodZoning(asked: AskedPlace): Row {
  const data = communesFiled(asked, 'commune').flatMap((commune) => {
    const point = asked.points[0] ?? centreOf(commune);
    const flooded = plansOf(commune, 'pprn').some((plan) => plan.kind.digit === 1 && zonesAt(plan, point).length > 0);
    return flooded ? tri(commune).map((row) => ({ ...row, ...FLOOD_SCENARIO, ...named(commune) })) : [];
  });
  return { results: data.length, data, response_code: 200, message: null };
}

const FLOOD_SCENARIO = {
  identifiant_tri: 'TRI_01',
  cours_deau: null,
  typeInondation: { code: '01', libelle: 'Débordement de cours d’eau' },
  scenario: { code: '02Moy', libelle: 'aléa de moyenne probabilité' },
};
