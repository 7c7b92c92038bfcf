import type { z } from 'zod';
import type { HttpClient, HttpRequest } from './http-client.ts';
import { SupplierFailure } from './supplier-failure.ts';

type JsonQuestion<T> = {
  request: HttpRequest;
  schema: z.ZodType<T>;
  /**
   * Value of « pas de résultat » under a 404, for suppliers that use it for an empty result. Any other 404 (an endpoint
   * that moved, a gateway's page) is a failure: it must never read as « aucun risque ».
   */
  when404?: T;
  /** Value of an empty body. */
  whenBlank?: T;
};

/**
 * Requests JSON and validates it.
 * @throws SupplierFailure `malformed` for XML or HTML under a 200 (as WMS errors), for invalid JSON and for an
 * unexpected shape.
 */
export async function askJson<T>(http: HttpClient, question: JsonQuestion<T>): Promise<T> {
  const { service } = http;
  const { path } = question.request;
  const { status, bytes, contentType } = await http.send(question.request);
  if (status === 404) {
    if (question.when404 !== undefined && saysNoResult(bytes)) return question.when404;
    throw new SupplierFailure({ service, reason: 'refused', detail: `HTTP 404 ${path}` });
  }
  if (bytes.length === 0 && question.whenBlank !== undefined) return question.whenBlank;
  if (/xml|html/i.test(contentType)) {
    throw new SupplierFailure({ service, reason: 'malformed', detail: `${contentType} instead of JSON at ${path}` });
  }
  return readAs(service, question.schema, parseJson(service, bytes));
}

/** Géorisques: `{"code": 404, "message": "pas de résultat"}`, or its envelope without rows. */
function saysNoResult(bytes: Buffer): boolean {
  const text = bytes.toString('utf8', 0, 2000);
  return text.trimStart().startsWith('{') && /(pas de|aucun) r[ée]sultat|"(data|content)"\s*:\s*\[\s*\]/iu.test(text);
}

/** @throws SupplierFailure `malformed`, naming the first wrong values. */
function readAs<T>(service: string, schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, 3);
  const detail = issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  throw new SupplierFailure({ service, reason: 'malformed', detail });
}

function parseJson(service: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    const detail = bytes.length === 0 ? 'empty body' : 'not JSON';
    throw new SupplierFailure({ service, reason: 'malformed', detail, cause });
  }
}
