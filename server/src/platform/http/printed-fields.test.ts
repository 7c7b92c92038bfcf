import type { Route } from '@clairisque/contract/common/route.ts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { contractRoutes } from '#test/contract-routes.ts';

/**
 * Free-text fields that are never printed, mailed or shown to others, by use. All other fields refuse hidden
 * characters: a new one must do so, or be listed here.
 */
const NEVER_PRINTED = {
  compared: [
    'DELETE /api/v2/user/sessions/:session_id/ body.current_password',
    'DELETE /api/v2/user/sessions/autres/ body.current_password',
    'DELETE /api/v2/users/me/ body.current_password',
    'GET /agenda/:fichier params.fichier',
    'GET /api/v2/desabonnement/:jeton/ params.jeton',
    'GET /api/v2/desabonnement/:jeton/choix/ params.jeton',
    'GET /api/v2/facture/generate_url/:pdf_a_telecharger/ params.pdf_a_telecharger',
    'GET /api/v2/facture/pdf/:pdf_a_telecharger/ params.pdf_a_telecharger',
    'GET /api/v2/facture/pdf/:pdf_a_telecharger/ querystring.signature',
    'GET /api/v2/remise/:jeton/ params.jeton',
    'GET /api/v2/remise/:jeton/document/ params.jeton',
    'GET /api/v2/remise/:jeton/document/ querystring.recu',
    'GET /api/v2/remise/:jeton/etat/ querystring.recu',
    'GET /api/v2/reponses/:jeton/ params.jeton',
    'GET /api/v2/stripe/session/:session_id/ params.session_id',
    'GET /api/v2/verification/:reference/ params.reference',
    'GET /api/v2/verification/:reference/controle/ params.reference',
    'GET /api/v2/verification/:reference/preuve/ params.reference',
    'GET /api/v2/verification/attestation/:reference/ params.reference',
    'GET /api/v2/verification/attestation/:reference/pdf/ params.reference',
    'POST /api/v2/desabonnement/:jeton/ params.jeton',
    'POST /api/v2/inscription/attente/ body.attente',
    'POST /api/v2/inscription/brouillon/ body.password',
    'POST /api/v2/inscription/refus/ body.token',
    'POST /api/v2/inscription/refus/ body.uid',
    'POST /api/v2/remise/:jeton/controle/ params.jeton',
    'POST /api/v2/remise/:jeton/recu/ params.jeton',
    'POST /api/v2/reponses/:jeton/certification/ params.jeton',
    'POST /api/v2/verification/:reference/controle/ params.reference',
    'POST /api/v2/token/login/ body.password',
    'POST /api/v2/token/login/ body.username',
    'POST /api/v2/users/activation/ body.token',
    'POST /api/v2/users/activation/ body.uid',
    'POST /api/v2/users/reset_password_confirm/ body.token',
    'POST /api/v2/users/reset_password_confirm/ body.uid',
    'POST /api/v2/users/set_password/ body.current_password',
    'POST /api/v3/api_keys body.current_password',
    'POST /api/v3/api_keys/:key_id/rotations body.current_password',
    'PUT /api/v2/desabonnement/:jeton/choix/ params.jeton',
    'PUT /api/v2/reponses/:jeton/reponses/ params.jeton',
  ],
  hashed: [
    'POST /api/v2/users/ body.password',
    'POST /api/v2/users/ body.re_password',
    'POST /api/v2/users/reset_password_confirm/ body.new_password',
    'POST /api/v2/users/set_password/ body.new_password',
  ],
  'searched, or read as a number': [
    'GET /api/v2/cadastre/parcelle/ querystring.commune',
    'GET /api/v3/addresses querystring.q',
    'GET /api/v3/batches querystring.cursor',
    'GET /api/v3/batches/:batch_id/rows querystring.cursor',
    'GET /api/v3/checks querystring.cursor',
    'GET /api/v3/statements querystring.cursor',
    'POST /api/v3/batches/csv querystring.columns',
    'POST /api/v3/checks/planned body.cursor',
    'GET /api/v3/events querystring.cursor',
    'GET /api/v3/invoices querystring.cursor',
    'GET /api/v3/webhook_endpoints/:endpoint_id/deliveries querystring.cursor',
    'GET /geocodage/search querystring.q',
    'POST /api/v2/cadastre/proximite/:longitude/:latitude/ params.latitude',
    'POST /api/v2/cadastre/proximite/:longitude/:latitude/ params.longitude',
  ],
  'counted, or written in the log of the service': [
    'POST /api/v2/audience/ body.titre',
    'POST /api/v2/incidents/ body.chemin',
    'POST /api/v2/incidents/ body.erreur',
    'POST /api/v2/incidents/ body.numero',
  ],
} as const;

/** On screens and in mails, which have letters of any script. A draft is printed once it is sent as a statement. */
const NEVER_IN_A_PDF = [
  'GET /api/v2/cadastre/adresse/:code_parcelle/ querystring.adresse',
  'PATCH /api/v3/batches/:batch_id/rows/:row body.owner_email',
  'PATCH /api/v3/batches/:batch_id/rows/:row body.reference',
  'POST /api/v2/erp/:erp_id/demandes/ body.libelle',
  'POST /api/v2/erp/:erp_id/remises/ body.libelle',
  'POST /api/v2/erp/:erp_id/remises/envois/ body.destinataires[].nom',
  'POST /api/v2/erp/:erp_id/remises/envois/ body.message',
  'POST /api/v2/inscription/brouillon/ body.brouillon.acheteur_nom',
  'POST /api/v2/inscription/brouillon/ body.brouillon.adresse',
  'POST /api/v2/inscription/brouillon/ body.brouillon.declarations.lot_copropriete.batiment',
  'POST /api/v2/inscription/brouillon/ body.brouillon.declarations.lot_copropriete.numero',
  'POST /api/v2/inscription/brouillon/ body.brouillon.declarations.travaux_par_plan[].plan',
  'POST /api/v2/inscription/brouillon/ body.brouillon.declarations.travaux_rga_non_realises',
  'POST /api/v2/inscription/brouillon/ body.brouillon.vendeur_nom',
  'POST /api/v2/remise/:jeton/recu/ body.reference',
  'POST /api/v2/retractation/:commande/ body.nom',
  'POST /api/v2/stripe/consents/ body.version',
  'POST /api/v2/users/ body.username',
  'POST /api/v3/api_keys body.name',
  'POST /api/v3/batches body.name',
  'POST /api/v3/batches/:batch_id/rows/:row/choice body.candidate',
  'POST /api/v3/batches/csv querystring.name',
  'POST /api/v3/statements/:statement_id/answer_requests body.label',
  'POST /api/v3/statements/:statement_id/handovers body.label',
  'POST /api/v3/statements/:statement_id/handovers body.message',
  'PUT /api/v2/erp/me/brouillon/ body.acheteur_nom',
  'PUT /api/v2/erp/me/brouillon/ body.adresse',
  'PUT /api/v2/erp/me/brouillon/ body.declarations.lot_copropriete.batiment',
  'PUT /api/v2/erp/me/brouillon/ body.declarations.lot_copropriete.numero',
  'PUT /api/v2/erp/me/brouillon/ body.declarations.travaux_par_plan[].plan',
  'PUT /api/v2/erp/me/brouillon/ body.declarations.travaux_rga_non_realises',
  'PUT /api/v2/erp/me/brouillon/ body.vendeur_nom',
];

/** Messages of a mail. */
const OF_SEVERAL_LINES = [
  'POST /api/v2/erp/:erp_id/remises/envois/ body.message',
  'POST /api/v3/statements/:statement_id/handovers body.message',
];

/** One character of each kind in `contract/src/common/text.test.ts`. */
const HIDDEN = ['\n', '\u0007', '\u0085', '\u200B', '\u2028', '\u202E', '\u2066', '\u061C', '\uFEFF', '\u{E0041}'];

type Leaf = { name: string; schema: z.core.$ZodType };

/** Every text part of a call, by path; each is tested whole, with its trims and transforms. */
function textsOf(schema: z.core.$ZodType, name: string): Leaf[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([key, inner]) => textsOf(inner, `${name}.${key}`));
  }
  if (schema instanceof z.ZodArray) return textsOf(schema.element, `${name}[]`);
  const isWrapped =
    schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
  return isWrapped ? textsOf(schema.unwrap(), name) : [{ name, schema }];
}

function textsOfRoute({ method, url, schema }: Route): Leaf[] {
  const { params, querystring, body } = schema;
  const parts = { params, querystring, body };
  return Object.entries(parts).flatMap(([part, inner]) =>
    inner === undefined ? [] : textsOf(inner, `${method} ${url} ${part}`),
  );
}

const hiddenIn = (name: string): string[] =>
  OF_SEVERAL_LINES.includes(name) ? HIDDEN.filter((hidden) => hidden !== '\n') : HIDDEN;

const accepts = (schema: z.core.$ZodType, value: unknown): boolean => z.safeParse(schema, value).success;

it('every text of the contract that may be printed refuses hidden characters', async () => {
  const leaves = (await contractRoutes()).flatMap(textsOfRoute);
  const lax = leaves.filter(({ name, schema }) => hiddenIn(name).some((hidden) => accepts(schema, `1${hidden}1`)));
  expect(lax.map(({ name }) => name).toSorted()).toEqual(Object.values(NEVER_PRINTED).flat().toSorted());
});

it('a letter that no font has is refused by every text of a PDF', async () => {
  const exempt: string[] = Object.values(NEVER_PRINTED).flat();
  const leaves = (await contractRoutes()).flatMap(textsOfRoute).filter(({ name }) => !exempt.includes(name));
  const lax = leaves.filter(({ schema }) => accepts(schema, '漢'));
  expect(lax.map(({ name }) => name).toSorted()).toEqual(NEVER_IN_A_PDF);
});

it('every text that is shown or printed has composed and plain letters', async () => {
  const exempt: string[] = Object.values(NEVER_PRINTED).flat();
  const leaves = (await contractRoutes()).flatMap(textsOfRoute).filter(({ name }) => !exempt.includes(name));
  const read = leaves.flatMap(({ name, schema }) => {
    const { success, data } = z.safeParse(schema, 'Joseﬁne-Trương'.normalize('NFD'));
    return success ? [[name, data]] : [];
  });
  expect(read.length).toBeGreaterThan(20);
  expect(read.filter(([, text]) => text !== 'Josefine-Trương')).toEqual([]);
});
