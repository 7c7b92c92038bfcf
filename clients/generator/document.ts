import { openApiV3 } from '@clairisque/contract/api-v3.openapi.ts';

/** JSON Schema, as far as the generators read it. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  examples?: unknown[];
  default?: unknown;
};
export type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Schema };
type Content = Record<string, { schema?: Schema; example?: string }>;
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
};
export type Document = {
  info: { title: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
export type Call = { method: string; path: string; operation: Operation };

export const readDocument = (site: string): Document => openApiV3(site) as Document;

export const callsOf = ({ paths }: Document): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

export const nameIn = (reference: string): string => reference.split('/').at(-1) ?? '';
