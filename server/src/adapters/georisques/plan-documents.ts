import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { PprFamily } from '@clairisque/contract/common/headings.ts';
import type { PlanDocument } from '#domain/risks/plan-documents.ts';
import type { HttpClient, HttpAnswer } from '#platform/suppliers/http-client.ts';
import { RETENTION, type AnswerObserver } from '#platform/suppliers/supplier-answers.ts';
import type { Recorder } from '#platform/suppliers/supplier-exchanges.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { askJson } from '#platform/suppliers/supplier-json.ts';
import type { GeorisquesOptions } from './http.ts';
import { OptionalText } from '#adapters/supplier-text.ts';

/** A règlement and two sheets of the map, or three sheets: more is not an extract. */
const MAX_DOCUMENTS = 3;

/** Names of documents become path segments: only the characters of a UUID. */
const Uuid = OptionalText.transform((uuid) => (uuid !== null && /^[\da-f-]{8,64}$/i.test(uuid) ? uuid : null));
const Row = z.object({ type: OptionalText, titre: OptionalText, uuidDocument: Uuid });
const Page = z.object({ documents: z.array(Row).nullish() });
type Row = z.infer<typeof Row>;

type Plan = { family: PprFamily; gasparId: string };
type Asking = { options: GeorisquesOptions; http: HttpClient; plan: Plan; observer: AnswerObserver | undefined };
/** Listed on the plan's page, not downloaded yet. */
type Offer = Omit<PlanDocument, 'pdf'> & { uuid: string };

/**
 * Only v2 has them: `gaspar/{family}/{id}` lists them, `…/documents/{uuid}` returns each. Never rejects when a supplier
 * fails.
 */
export async function findPlanDocuments(asking: Asking): Promise<PlanDocument[]> {
  const offers = await orNull(listDocuments(asking));
  return Promise.all(
    (offers ?? []).map(async ({ uuid, ...planDocument }, rank) => {
      if (rank >= MAX_DOCUMENTS) return { ...planDocument, pdf: null, gap: 'too-many' as const };
      return { ...planDocument, ...(await fetchDocument(asking, uuid).then(had, gapOf)) };
    }),
  );
}

const had = (pdf: NonNullable<PlanDocument['pdf']>) => ({ pdf });

/** Malformed: larger than our limit, of another type, or truncated. */
function gapOf(error: unknown): Pick<PlanDocument, 'pdf' | 'gap'> {
  if (!(error instanceof SupplierFailure)) throw error;
  return { pdf: null, gap: error.reason === 'malformed' ? 'refused' : 'not-obtained' };
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof SupplierFailure) return null;
    throw error;
  }
}

async function listDocuments({ options, http, plan, observer }: Asking): Promise<Offer[]> {
  const path = `/gaspar/${plan.family}/${encodeURIComponent(plan.gasparId)}`;
  const load = async (recorder: Recorder): Promise<Row[]> => {
    const page = await askJson(recorder.over(http), { request: { path }, schema: Page, when404: { documents: [] } });
    return page.documents ?? [];
  };
  const service = 'georisques-v2-pieces-ppr';
  const question = { baseUrl: options.baseUrl, service, request: path, retention: RETENTION.risks, load };
  const { value: rows } = await options.answers.ask(question, observer);
  const offers = (['zonage', 'reglement'] as const).flatMap((kind) =>
    rows
      .flatMap((row) => (row.uuidDocument !== null && kindOf(row) === kind ? [{ ...row, uuid: row.uuidDocument }] : []))
      .map(({ uuid, titre, type }, index) => ({
        gasparId: plan.gasparId,
        kind,
        number: index + 1,
        title: titre ?? type ?? '',
        uuid,
      })),
  );
  // The first of each kind first: the others may be left out.
  return offers.toSorted((one, other) => one.number - other.number);
}

/**
 * « Règlement du PPR », « Plan de zonages réglementaires »: a note or a decree is not an extract in the sense of
 * R125-24 1°.
 */
function kindOf({ type }: Row): PlanDocument['kind'] | null {
  if (/zonage|carte|graphique/iu.test(type ?? '')) return 'zonage';
  return /r[èée]glement\b/iu.test(type ?? '') ? 'reglement' : null;
}

async function fetchDocument(
  { options, http, plan, observer }: Asking,
  uuid: string,
): Promise<NonNullable<PlanDocument['pdf']>> {
  const path = `/gaspar/${plan.family}/${encodeURIComponent(plan.gasparId)}/documents/${encodeURIComponent(uuid)}`;
  const load = async (recorder: Recorder): Promise<string> => {
    const answer = await recorder.over(http).send({ path });
    const flaw = pdfFlaw(answer);
    if (flaw !== null) throw new SupplierFailure({ service: http.service, reason: 'malformed', detail: flaw });
    return answer.bytes.toString('base64');
  };
  const service = 'georisques-v2-piece-ppr';
  const question = { baseUrl: options.baseUrl, service, request: path, retention: RETENTION.planDocuments, load };
  const { value, obtainedAt } = await options.answers.ask(question, observer);
  const bytes = Buffer.from(value, 'base64');
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex'), obtainedAt };
}

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
