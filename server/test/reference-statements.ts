import { Temporal } from 'temporal-polyfill';
import { placeBuildings } from '#domain/risks/buildings.ts';
import { delimitedZones } from '#domain/headings/delimited-zones.ts';
import { placePerimeters } from '#domain/risks/plan-perimeters.ts';
import type { Building, Fact } from '#domain/risks/facts.ts';
import type { StatementInput } from '#domain/statement-document/input.ts';
import { openQuestions } from '#domain/statement-document/form.ts';
import type { Question, Value } from '#domain/questions/question.ts';
import { DECLARED, many, placeIn, QUIET, sites, type Reference } from '#test/reference-builders.ts';
import { REFERENCES } from '#test/reference-places.ts';
import {
  confirmed,
  declared,
  disaster,
  EVERYTHING_FACTS,
  HOSTILE,
  obtained,
  statementInput,
} from '#test/statement-input.ts';

const LORAY: [number, number] = [6.4967, 47.1531];

/** Every heading at once, renewed, with hostile names, 60 decrees, 400 sites and six parcels. */
function everything(): StatementInput {
  const town = {
    commune: 'Loray',
    code: '25349',
    at: LORAY,
    parcels: 6,
  };
  const input = statementInput(
    {
      ...EVERYTHING_FACTS,
      casias: obtained(sites(400, 'Ancien site', LORAY), 'anciens sites industriels'),
      catnat: obtained(many(60, disaster), 'arrêtés de catastrophe naturelle'),
    },
    placeIn(town),
    declared(`12 rue des Fontaines ${HOSTILE}, 25390 Loray`),
  );
  return {
    ...input,
    statement: {
      ...input.statement,
      seller: HOSTILE,
      buyer: 'SCI « L’#1 & Cie »',
      specimen: true,
      declarations: DECLARED,
    },
    replaces: { reference: 'ERP-2026-000042', issuedOn: Temporal.PlainDate.from('2026-05-02') },
    changes: ['Sismicité : le bien est désormais en zone 5.', 'Deux arrêtés de catastrophe naturelle de plus.'],
  };
}

/** Names the source as the adapter does. */
function publishedByIgn(buildings: Building[]): Fact<Building[]> {
  const { provenance } = obtained(buildings);
  const source = { source: 'geopf-bdtopo-batiment', label: 'BD TOPO® — emprises des bâtiments', attribution: 'IGN' };
  return { state: 'obtained', value: buildings, provenance: { ...provenance, ...source } };
}

function referenceInput({
  town,
  address,
  facts,
  transaction = 'Vente',
  declarations,
  perimeters,
  buildings,
}: Reference): StatementInput {
  const place = placeIn(town);
  const published = perimeters && obtained(perimeters, 'périmètres des plans');
  const said = { ...QUIET, ...facts, ...(published && { planPerimeters: published }) };
  const input = statementInput(said, place, address ?? confirmed(town.address));
  const planPerimeters = published ? placePerimeters(published, input.findings, place) : null;
  const footprints = buildings && publishedByIgn(buildings);
  const zones = delimitedZones(input.findings, planPerimeters);
  return {
    ...input,
    planPerimeters,
    buildings: footprints ? placeBuildings(footprints, zones, place) : null,
    statement: { ...input.statement, transaction, declarations: declarations ?? null },
  };
}

/** Without their maps, which the test draws. */
/** A house among woods, sold, printed again with every answer of its seller. */
export function completedStatement(): StatementInput {
  const reference = REFERENCES.find(({ name }) => name === '08-debroussaillement');
  if (reference === undefined) throw new Error('no such reference');
  const input = referenceInput(reference);
  const on = Temporal.PlainDate.from('2026-11-24');
  return {
    ...input,
    statement: { ...input.statement, reference: `${input.statement.reference}-C1` },
    answers: openQuestions(input).map((question) => ({
      question: question.id,
      value: ANSWERS[question.id] ?? ANSWERED[question.kind],
      by: 'Camille Durand',
      on: on.toString(),
    })),
    completes: { reference: input.statement.reference, on },
  };
}

const ANSWERED: Record<Question['kind'], Value> = {
  oui_non: 'oui',
  choix: '',
  date: '2019-03-12',
  nombre: 3,
  texte: '2018-09-07-001',
  arretes: [],
};
const ANSWERS: Record<string, Value> = {
  'E.installation-classee': 'non',
  'G.commune-listee': 'non',
  'I.mention': 'oui',
  'J.secheresse': 'sans_objet',
  'attestation.servitudes': 'non',
  'attestation.travaux-servitudes': 'sans_objet',
  'sinistres.autre': 'Effondrement d’une galerie de mine, en 2004',
  'lot.numero': '12 et 45',
  'lot.batiment': 'B',
  'parties.acquereur': 'SCI des Lilas, représentée par M. Martin',
  'signature.lieu': 'Mende',
  'signature.date': '2026-12-15',
};

export const REFERENCE_STATEMENTS: { name: string; input: StatementInput }[] = [
  ...REFERENCES.map((reference) => ({ name: reference.name, input: referenceInput(reference) })),
  { name: '12-tout', input: everything() },
];
