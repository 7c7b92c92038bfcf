import type { Route } from '@clairisque/contract/common/route.ts';
import { ApiFailure, send, type CallInput, type Progress, afterLeaving } from './api.ts';
import { isFileOf } from './file-content.ts';

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
