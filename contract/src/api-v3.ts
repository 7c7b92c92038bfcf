import { z } from 'zod';
import { Commune } from './api-v3.places.ts';
import { BODY_LIMIT, route } from './common/route.ts';
import {
  ISSUES,
  Metadata,
  Mode,
  OF_ONE,
  page,
  ParcelKey,
  STATEMENT_STATUSES,
  StatementKey,
  StatementsQuery,
  V3,
} from './common/v3.ts';
import { LOCATES_ITS_PARCELS, NAMES_A_PROPERTY, PROPERTY } from './common/v3-property.ts';
import { printedText } from './common/text.ts';
import { BALANCE, STATEMENT } from './common/v3-examples.ts';
import { Problem } from './common/problems.ts';
import { FactsV3 } from './common/v3-facts.ts';
import { Declarations } from './common/v3-declarations.ts';

export * from './api-v3.assessments.ts';
export * from './api-v3.places.ts';

export const Balance = z
  .object({
    mode: Mode,
    credits: z.int().describe('Statements that can be issued now; always the same for a test key.'),
    credits_reserved: z.int().describe('By running batches.'),
    packs: z.array(
      z.object({
        name: z.string(),
        credits_bought: z.int().nullable(),
        credits_left: z.int(),
        purchased_at: z.iso.datetime().nullable(),
        expires_at: z.iso.datetime().nullable(),
      }),
    ),
  })
  .meta({ examples: [BALANCE] });

export const readBalance = route({
  method: 'GET',
  url: `${V3}/balance`,
  config: { access: 'required', scope: 'read', sandbox: true, visitors: true, throttle: 'api' },
  schema: { tags: ['Account'], summary: 'Read the balance', response: { 200: Balance } },
});

export const Statement = z
  .object({
    id: StatementKey,
    mode: Mode,
    status: z.enum(STATEMENT_STATUSES),
    reference: z
      .string()
      .nullable()
      .describe('ERP-2026-000123, or TEST-2026-000123: printed, and checked at verification_url.'),
    created_at: z.iso.datetime(),
    issued_at: z.iso.datetime().nullable().describe('Of the current document.'),
    renewed_at: z.iso.datetime().nullable(),
    valid_until: z.iso.date().nullable().describe('Last day, in Paris.'),
    specimen: z.boolean().nullable().describe('Fictitious: without legal value.'),
    transaction: z.enum(['sale', 'lease']),
    address: z.string().describe('As given; printed apart unless confirmed.'),
    confirmed_address: z.string().nullable().describe('Printed as the address of the property.'),
    parcels: z.array(ParcelKey),
    commune: Commune.nullable(),
    parties: z
      .object({ owner: z.string().nullable(), recipient: z.string().nullable() })
      .describe('null: not given; left blank on the document.'),
    document: z
      .object({ url: z.url(), sha256: z.string(), handover_url: z.url() })
      .nullable()
      .describe(
        'The PDF; its facts and map are beside it: facts.json, map.geojson. `handover_url`: the short version to hand over.',
      ),
    verification_url: z.url().nullable(),
    metadata: Metadata,
    failure: Problem.nullable().describe('Why the preparation failed; nothing was debited.'),
  })
  .meta({ id: 'Statement', examples: [STATEMENT] });
export type Statement = z.infer<typeof Statement>;

export const listStatementsV3 = route({
  method: 'GET',
  url: `${V3}/statements`,
  config: { access: 'required', scope: 'read', sandbox: true, visitors: true, throttle: 'api' },
  schema: {
    tags: ['Statements'],
    summary: 'List statements, newest first',
    description:
      'Issued ones, by any way, and those asked for by a key that are being prepared or have failed, for 90 days. Filters add up.',
    querystring: StatementsQuery,
    response: { 200: page(Statement).extend({ mode: Mode }) },
  },
});

const Party = printedText(300).default('');

export const StatementRequest = z
  .strictObject({
    transaction: z.enum(['sale', 'lease']),
    ...PROPERTY,
    parties: z
      .strictObject({ owner: Party, recipient: Party })
      .default({ owner: '', recipient: '' })
      .describe('Seller or lessor; buyer or tenant.'),
    logo: z.boolean().optional().describe('false: without the account’s logo.'),
    metadata: Metadata.optional(),
    declarations: Declarations.nullish().describe('Of the owner; null: to be stated later, on the document.'),
    preliminary_contract: z.iso
      .date()
      .nullish()
      .describe('Planned day of the promesse de vente: the statement is checked before.'),
    deed: z.iso.date().nullish().describe('Planned day of the acte de vente.'),
    lease: z.iso.date().nullish().describe('Planned day of the lease.'),
  })
  .refine(...NAMES_A_PROPERTY)
  .refine(...LOCATES_ITS_PARCELS)
  .meta({
    examples: [
      {
        transaction: 'sale',
        address: '4 Rue des Lilas 95190 Goussainville',
        parties: { owner: 'Mme Durand', recipient: 'M. Martin' },
      },
    ],
  });
export type StatementRequest = z.output<typeof StatementRequest>;

/** Seconds that the response waits for the document, at most and by default. */
export const LONGEST_WAIT_S = 20;

/** Debits one credit. 201 with the statement, or 202 while it is being prepared: `Location` says where to look. */
export const createStatementV3 = route({
  method: 'POST',
  url: `${V3}/statements`,
  config: { ...ISSUES, visitors: true },
  bodyLimit: BODY_LIMIT.statement,
  schema: {
    tags: ['Statements'],
    summary: 'Issue a statement',
    description: `Debits one credit. The response waits ${LONGEST_WAIT_S} seconds for the document, or \`Prefer: wait=N\`; then 202, with its address in \`Location\`. The same request with the same Idempotency-Key never debits twice, within 24 hours.`,
    body: StatementRequest,
    response: { 201: Statement, 202: Statement },
  },
});

export const params = z.object({ statement_id: StatementKey });
const tags = ['Statements'];

export const readStatementV3 = route({
  method: 'GET',
  url: `${V3}/statements/:statement_id`,
  config: { ...OF_ONE, visitors: true },
  schema: { tags, summary: 'Read a statement', params, response: { 200: Statement } },
});

export const readDocumentV3 = route({
  method: 'GET',
  url: `${V3}/statements/:statement_id/document.pdf`,
  config: { ...OF_ONE, visitors: true, priority: 'paid', produces: 'application/pdf' },
  schema: {
    tags,
    summary: 'Download the PDF',
    description: '`extent=short`: page 1, the form and what is signed, without annexes; printed at the first call.',
    params,
    querystring: z.object({ extent: z.enum(['short']).optional() }),
    response: { 200: z.unknown() },
  },
});

export const readFactsV3 = route({
  method: 'GET',
  url: `${V3}/statements/:statement_id/facts.json`,
  config: { ...OF_ONE, visitors: true, priority: 'paid' },
  schema: {
    tags,
    summary: 'Read the facts of the document',
    description: 'Those of the file attached to the PDF, `etat-des-risques.json`, under the names of this API.',
    params,
    response: { 200: FactsV3 },
  },
});

export const readMapV3 = route({
  method: 'GET',
  url: `${V3}/statements/:statement_id/map.geojson`,
  config: { ...OF_ONE, visitors: true, priority: 'paid', produces: 'application/geo+json' },
  schema: {
    tags,
    summary: 'Read the outlines of the document',
    description:
      'Those of the file attached to the PDF, `etat-des-risques.geojson`, under the names of this API. Each has its `kind`: point, parcel, building, zone, perimeter or site.',
    params,
    response: { 200: z.unknown() },
  },
});

/** OpenAPI 3.1, made from this file. */
export const readOpenApi = route({
  method: 'GET',
  url: `${V3}/openapi.json`,
  config: { access: 'none', throttle: 'open' },
  schema: { tags: ['Documentation'], summary: 'Read this document', response: { 200: z.looseObject({}) } },
});
