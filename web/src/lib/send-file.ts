import type { Route } from '@clairisque/contract/common/route.ts';
import type { z } from 'zod';
import { answerOf, send, type Answer } from './api.ts';

type Query<R extends Route> = R['schema'] extends { querystring: infer S extends z.ZodType } ? z.input<S> : undefined;
type More<R extends Route> = { query?: Query<R>; headers?: Readonly<Record<string, string>> };

/** Five megabytes on a slow connection. */
const TIMEOUT_MS = 120_000;

/** Like `call`, with a CSV file as the body. */
export async function sendFile<const R extends Route>(route: R, file: File, more: More<R> = {}): Promise<Answer<R>> {
  const response = await send(route, { ...more, file, timeoutMs: TIMEOUT_MS });
  return answerOf(route, response);
}
