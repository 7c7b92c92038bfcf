import type { Route } from '@clairisque/contract/common/route.ts';
import { ApiFailure, send, type CallInput, type Progress, afterLeaving } from './api.ts';

const URL_LIFETIME_MS = 60_000;

/** Hands a file to the browser's download, under `name`. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Safari reads the URL after the click has returned.
  window.setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
}

/** Like `call`, for a file. */
export async function callBlob<const R extends Route>(
  route: R,
  input: CallInput<R>,
  onProgress?: (progress: Progress) => void,
): Promise<Blob> {
  const response = await send(route, input);
  const file = await (onProgress ? counted(response, onProgress) : response).blob().catch(async (error: unknown) => {
    if (input.signal?.aborted) throw error;
    await afterLeaving();
    throw new ApiFailure(null, null);
  });
  if (!(await isFileOf(route, file))) throw new ApiFailure(response.status, null);
  return file;
}

/** Returns the response, with progress. */
function counted({ body, headers }: Response, onProgress: (progress: Progress) => void): Response {
  const total = Number(headers.get('content-length')) || null;
  let done = 0;
  const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      done += chunk.byteLength;
      onProgress({ done, total });
      controller.enqueue(chunk);
    },
  });
  return new Response(body?.pipeThrough(count) ?? null, { headers });
}

const LONGEST_BEGINNING = 64;
/** How a file begins, by the media type that the contract declares. */
const BEGINNINGS: Record<string, RegExp> = {
  'application/pdf': /^%PDF/,
  'application/zip': /^PK/,
  'application/geo+json': /^\s*\{/,
};
/** A table or an attachment: anything but a page. */
const NO_MARKUP = /^\s*[^\s<]/;

export async function isFileOf({ config }: Route, file: Blob): Promise<boolean> {
  const beginning = await file.slice(0, LONGEST_BEGINNING).text();
  return (BEGINNINGS[config.produces ?? ''] ?? NO_MARKUP).test(beginning);
}

/** « 12 ko », « 4,8 Mo ». */
export function fileSize(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [Math.ceil(bytes / 1000), 'ko'] : [bytes / 1_000_000, 'Mo'];
  return `${value.toLocaleString('fr-FR', { maximumFractionDigits: 1 })}\u00A0${unit}`;
}
