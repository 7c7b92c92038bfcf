import type { HttpAnswer } from '#platform/suppliers/http-client.ts';

/** Why an answer is not a usable PDF, or null: a whole one starts and ends as a PDF, with a compatible content type. */
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
