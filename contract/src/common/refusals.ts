import type { ProblemCode } from './problems.ts';
import type { Route } from './route.ts';

const A_PROPERTY = ['address_not_found', 'address_ambiguous', 'parcel_not_found', 'parcel_to_choose'] as const;
const SOURCES = ['facts_not_obtained', 'source_unavailable'] as const;

/** Codes of one operation, besides those that its route implies. */
const OWN: Record<string, readonly ProblemCode[]> = {
  createStatement: [...A_PROPERTY, ...SOURCES, 'no_credit', 'conflict'],
  renewStatement: [...SOURCES, 'conflict'],
  createAssessment: [...A_PROPERTY, ...SOURCES],
  findAddresses: ['source_unavailable'],
  findParcels: ['source_unavailable', 'not_found', 'parcel_not_found'],
  readDocument: ['document_damaged', 'source_unavailable'],
  readFacts: ['document_damaged'],
  readMap: ['document_damaged'],
  createHandover: ['conflict'],
  startBatch: ['conflict', 'no_credit'],
  chooseForRow: ['conflict', 'no_credit'],
  editRow: ['conflict', 'no_credit'],
  leaveOutRow: ['conflict'],
  takeBackRow: ['conflict', 'no_credit'],
  createBatch: ['conflict'],
  createBatchFromCsv: ['conflict'],
  readBatchDocuments: ['document_damaged', 'conflict'],
  createWebhookEndpoint: ['conflict'],
  updateWebhookEndpoint: ['conflict'],
  rotateWebhookEndpointSecret: ['conflict'],
  testWebhookEndpoint: ['conflict'],
  replayDelivery: ['conflict'],
};

const ALWAYS = ['not_acceptable', 'method_not_allowed', 'too_many_requests', 'overloaded', 'internal_error'] as const;
const OF_A_KEY = [
  'not_authenticated',
  'key_invalid',
  'key_expired',
  'key_revoked',
  'scope_missing',
  'test_key_refused',
] as const;
const OF_A_BODY = ['too_large', 'unsupported_media_type', 'invalid_input'] as const;
const OF_A_POST = ['idempotency_key_missing', 'idempotency_in_progress', 'idempotency_key_reused'] as const;

/** Every code that a call of API v3 may answer. A test compares them with each refusal that the tests meet. */
export function refusalsOf(operation: string, { method, config, schema }: Route): ProblemCode[] {
  const { params, querystring, body } = schema;
  return [
    ...new Set<ProblemCode>([
      ...OF_A_KEY,
      ...(params ? (['not_found', 'invalid_input'] as const) : []),
      ...(querystring ? (['invalid_input'] as const) : []),
      ...(body || config.consumes ? OF_A_BODY : []),
      ...(method === 'POST' ? OF_A_POST : []),
      ...(OWN[operation] ?? []),
      ...ALWAYS,
    ]),
  ];
}
