import type { Route } from '@clairisque/contract/common/route.ts';
import { ApiFailure, headersOf, readAnswer, refusal, answerOf, send, type Answer, type Progress } from './api.ts';
import { jsonOf } from './content.ts';
import { readToken } from './token.ts';
import type { z } from 'zod';

/** Five megabytes on a slow connection. */
const TIMEOUT_MS = 120_000;

/**
 * Uploads one file as the field `file` of a form. With XMLHttpRequest, since `fetch` has no upload progress.
 * @throws {ApiFailure} as `call` does.
 */
export function upload<const R extends Route>(
  route: R,
  file: File,
  onProgress: (progress: Progress) => void,
): Promise<Answer<R>> {
  const token = readToken();
  const request = new XMLHttpRequest();
  const form = new FormData();
  form.append('file', file);
  return new Promise((resolve, reject) => {
    request.open(route.method, route.url);
    for (const [name, value] of headersOf({}, token)) request.setRequestHeader(name, value);
    request.timeout = TIMEOUT_MS;
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress({ done: loaded, total }));
    request.addEventListener('error', () => reject(new ApiFailure(null, null)));
    request.addEventListener('timeout', () => reject(new ApiFailure(null, null, true)));
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      if (status > 299) return reject(refusal(token, status, jsonOf(responseText)));
      try {
        resolve(readAnswer(route, status, responseText));
      } catch (error) {
        reject(error);
      }
    });
    request.send(form);
  });
}

type Query<R extends Route> = R['schema'] extends { querystring: infer S extends z.ZodType } ? z.input<S> : undefined;
type More<R extends Route> = { query?: Query<R>; headers?: Readonly<Record<string, string>> };

/** Like `call`, with a CSV file as the body. */
export async function sendFile<const R extends Route>(route: R, file: File, more: More<R> = {}): Promise<Answer<R>> {
  const response = await send(route, { ...more, file, timeoutMs: TIMEOUT_MS });
  return answerOf(route, response);
}
