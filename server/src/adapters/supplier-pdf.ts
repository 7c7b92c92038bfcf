import type { HttpAnswer } from '#platform/http-client.ts';

/** Why an answer is no PDF that we can take, or null: a whole one begins and ends as one, under a type that does not say the contrary. */
export function pdfFlaw({
  status,
  contentType,
  bytes,
}: Pick<HttpAnswer, 'status' | 'contentType' | 'bytes'>): string | null {
  if (status !== 200) return `HTTP ${status}`;
  if (!/^application\/(pdf|octet-stream)\b/iu.test(contentType)) return `${contentType} instead of a PDF`;
  const isWhole = bytes.toString('latin1', 0, 5) === '%PDF-' && bytes.subarray(-2048).includes('%%EOF');
  return isWhole ? null : 'not a whole PDF';
}
