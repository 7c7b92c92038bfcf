import type { ProblemCode } from './problems.ts';
import type { Route } from './route.ts';

const A_PROPERTY = ['address_not_found', 'address_ambiguous', 'parcel_not_found', 'parcel_to_choose'] as const;
const SOURCES = ['facts_not_obtained', 'source_unavailable'] as const;

/** Codes of one operation, besides those that its route implies. */
const OWN: Record<string, readonly ProblemCode[]> = {
  createStatement: [...A_PROPERTY, ...SOURCES, 'no_credit', 'conflict'],
  renewStatement: [...SOURCES, 'conflict', 'statement_not_ready'],
  createAssessment: [...A_PROPERTY, ...SOURCES],
  findAddresses: ['source_unavailable'],
  findParcels: ['source_unavailable', 'not_found', 'parcel_not_found'],
  readDocument: ['statement_not_ready', 'document_damaged', 'source_unavailable'],
  readFacts: ['statement_not_ready', 'document_damaged'],
  readMap: ['statement_not_ready', 'document_damaged'],
  readInvoiceDocument: ['document_damaged'],
  createHandover: ['conflict', 'document_damaged', 'statement_not_ready'],
  updateStatement: ['statement_not_ready'],
  createCheck: ['conflict', 'statement_not_ready'],
  createChecks: ['id_of_other_mode'],
  listChecks: ['statement_not_ready'],
  listQuestions: ['conflict', 'statement_not_ready'],
  answerQuestions: ['conflict', 'document_damaged', 'statement_not_ready'],
  createAnswerRequest: ['conflict', 'statement_not_ready'],
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
  testWebhookEndpoint: ['conflict'],
  rotateWebhookEndpointSecret: ['conflict'],
  replayDelivery: ['conflict'],
};

/** A parameter that a call does not have is refused too. */
const ALWAYS = [
  'invalid_input',
  'not_acceptable',
  'method_not_allowed',
  'too_many_requests',
  'overloaded',
  'internal_error',
] as const;
const OF_A_KEY = [
  'not_authenticated',
  'key_invalid',
  'key_expired',
  'key_revoked',
  'scope_missing',
  'test_key_refused',
] as const;
const OF_A_BODY = ['too_large', 'unsupported_media_type'] as const;
/** Their ids say their mode. */
const SAYS_MODE = /:(?:statement|batch|endpoint|invoice)_id/;
const OF_A_POST = ['idempotency_key_missing', 'idempotency_in_progress', 'idempotency_key_reused'] as const;

/** Every code that a call of API v3 may answer. A test compares them with each refusal that the tests meet. */
export function refusalsOf(operation: string, { method, url, config, schema }: Route): ProblemCode[] {
  const { params, body } = schema;
  return [
    ...new Set<ProblemCode>([
      ...OF_A_KEY,
      ...(params ? (['not_found'] as const) : []),
      ...(SAYS_MODE.test(url) ? (['id_of_other_mode'] as const) : []),
      ...(config.produces === undefined ? [] : (['range_not_satisfiable'] as const)),
      ...(body || config.consumes ? OF_A_BODY : []),
      // A call without a body refuses one of another media type.
      ...(method === 'GET' ? [] : (['unsupported_media_type'] as const)),
      ...(method === 'POST' && !config.withoutEffect ? OF_A_POST : []),
      ...(OWN[operation] ?? []),
      ...ALWAYS,
    ]),
  ];
}
