import { planById } from '#territory/hazards-plans.ts';
import { hash } from '#territory/hash.ts';
import { centreOf } from '#territory/hazards-field.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Simulation } from '#simulation.ts';
import { asks } from './answer.ts';
import { envelopeB, type Row } from './envelopes.ts';
import { v2Place, type AskedPlace, type Query } from './place.ts';
import { documentsOf, sendDocument } from './plan-documents.ts';
import { planDetail, planRows } from './plan-rows.ts';
import { nuclearRows } from './site-rows.ts';
import { brushClearing, LISTS, PLAN_FAMILIES, type ListName, type Rows } from './v1.ts';
import { clayRow } from './zoning-rows.ts';

/** Any token with this prefix is valid here. */
const VALID_TOKEN = /^Bearer simulated-/;
const NO_TOKEN = {
  code: '401',
  message: 'Inscription gratuite obligatoire pour pouvoir accéder aux APIs. Voir www.georisques.gouv.fr/inscription/',
};
const BAD_TOKEN = { code: '403', message: 'Jeton invalide' };
const NOT_FOUND = { code: '404', message: 'pas de résultat' };

/** v1's list under v2's path, with v2's changes to its rows; catnat and tim have no v2. */
const V2_LISTS: Partial<Record<ListName, (row: Row) => Row>> = {
  zonage_sismique: ({ codeZone, ...row }) => ({ ...row, typeZone: codeZone }),
  radon: (row) => row,
  mvt: (row) => row,
  cavites: (row) => row,
  installations_classees: (row) => row,
  'ssp/casias': casias,
  'ssp/instructions': casias,
  'ssp/conclusions_sis': (row) => row,
  'ssp/conclusions_sup': (row) => row,
  'gaspar/risques': (row) => row,
  'gaspar/azi': basin,
  'gaspar/tri': basin,
  'gaspar/papi': basin,
  'gaspar/dicrim': (row) => row,
};
const SOILS = { casias: 'ssp/casias', instructions: 'ssp/instructions', conclusionsSis: 'ssp/conclusions_sis', conclusionsSup: 'ssp/conclusions_sup' } as const; // prettier-ignore

/** Version 2: envelope B everywhere, camelCase, a personal token. */
export function v2(app: FastifyInstance, simulation: Simulation): void {
  app.addHook('onRequest', checkToken);
  const at = (path: string, answer: (asked: AskedPlace, query: Query, reply: FastifyReply) => unknown) =>
    asks(app, simulation, { version: 'v2', path, place: v2Place, answer });
  const rowsOf = (path: ListName, asked: AskedPlace): Row[] => {
    const rows: Rows = LISTS[path];
    return rows(asked).map((row) => V2_LISTS[path]?.(camelCased(row)) ?? row);
  };

  for (const path of Object.keys(V2_LISTS) as ListName[]) {
    at(path, (asked, query) => envelopeB(rowsOf(path, asked), query));
  }
  at('ssp', (asked, query) =>
    Object.fromEntries(Object.entries(SOILS).map(([key, path]) => [key, envelopeB(rowsOf(path, asked), query)])),
  );
  at('rga', (asked, query) => envelopeB(clayRows(asked), query));
  at('old', (asked, query) => envelopeB(brushClearing(asked).map(obligation), query));
  at('installations_nucleaires', (asked, query) => envelopeB(nuclearRows(asked).map(camelCased), query));
  for (const family of PLAN_FAMILIES) {
    at(`gaspar/${family}`, (asked, query) => envelopeB(planRows(family, asked), query));
    app.get<{ Params: { id: string } }>(`/georisques/api/v2/gaspar/${family}/:id`, async (request, reply) => {
      const plan = planById(request.params.id);
      if (plan?.kind.family !== family) return reply.code(404).send(NOT_FOUND);
      return { ...planDetail(plan), documents: documentsOf(plan) };
    });
    app.get<{ Params: { id: string; uuid: string } }>(
      `/georisques/api/v2/gaspar/${family}/:id/documents/:uuid`,
      async ({ params }, reply) => {
        const plan = planById(params.id);
        const planDocument = plan && documentsOf(plan).find(({ uuidDocument }) => uuidDocument === params.uuid);
        return planDocument ? sendDocument(plan, planDocument, reply) : reply.code(404).send(NOT_FOUND);
      },
    );
  }
}

async function checkToken(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const { authorization } = request.headers;
  if (!authorization?.startsWith('Bearer ')) return reply.code(401).send(NO_TOKEN);
  return VALID_TOKEN.test(authorization) ? undefined : reply.code(403).send(BAD_TOKEN);
}

function clayRows(asked: AskedPlace): Row[] {
  const points = asked.points.length > 0 ? asked.points : asked.communes.map(centreOf);
  const rows = points.map(clayRow).filter((row) => row !== null);
  return [...new Map(rows.map((row) => [row['codeExposition'], row])).values()];
}

function obligation(row: Row): Row {
  const { commune, risque } = row as { commune: { code: string; nom: string }; risque: Record<string, string> };
  const departement = commune.code.slice(0, commune.code.startsWith('97') ? 3 : 2);
  return { departement, url: risque['url'], codeInsee: commune.code, libelleCommune: commune.nom };
}

/** `nom`, and a point in either of the two known formats. */
function casias(row: Row): Row {
  const { nomEtablissement, geom, ...rest } = row;
  const { coordinates } = geom as { coordinates: [number, number] };
  const [longitude, latitude] = coordinates;
  const odd = hash(String(row['identifiantSsp'])) % 2 === 1;
  return { ...rest, nom: nomEtablissement, geom: odd ? { type: 'Point', coordinates: { longitude, latitude } } : geom };
}

/** `tri`, `azi` and `papi`: one row per basin, with its communes inside. */
function basin(row: Row): Row {
  const { codeInsee, libelleCommune, listeLibelleRisque, libelleAzi, libelleTri, libellePapi, ...rest } = row;
  const risks = (listeLibelleRisque ?? []) as { libelle_risque_long: string }[];
  const aleas = risks.map(({ libelle_risque_long: libelle }) => ({ libelle }));
  return {
    ...rest,
    libelle: libelleAzi ?? libelleTri ?? libellePapi,
    communes: [{ codeInsee, nom: libelleCommune, aleas }],
  };
}

function camelCased(row: Row): Row {
  const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value]));
}
