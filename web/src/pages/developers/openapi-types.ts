/** The parts of API v3's document that the reference shows. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  examples?: unknown[];
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
};

export type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Schema };
type Content = Record<string, { schema?: Schema }>;

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  'x-scope': string;
  'x-rate-limit'?: { requests: number; seconds: number };
  'x-error-codes'?: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema; example?: string }> };
  responses: Record<string, { description?: string; content?: Content }>;
};

export type OpenApi = {
  servers: [{ url: string }];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post: Webhook }>;
  'x-webhooks'?: Deliveries;
  components: { schemas: Record<string, Schema> };
};

export type Deliveries = { answer_within_seconds: number; retry_after_minutes: number[] };

/** What an endpoint of the reader receives. */
export type Webhook = {
  summary: string;
  description?: string;
  requestBody: { content: Record<string, { schema: Schema }> };
};

/** An operation with its place in the document. */
export type Call = { method: string; path: string; operation: Operation };
