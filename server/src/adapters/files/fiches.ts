import { createHash } from 'node:crypto';
import type { FicheSubject } from '#domain/headings/heading.ts';
import { FICHE_SUBJECTS } from '#domain/headings/headings.ts';
import { createHttpClient, type HttpClient, type HttpLimits } from '#platform/suppliers/http-client.ts';
import { RETENTION, type AnswerObserver } from '#platform/suppliers/supplier-answers.ts';
import type { Recorder } from '#platform/suppliers/supplier-exchanges.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import type { AdapterDeps } from '#adapters/fact.ts';
import { pdfFlaw } from '#adapters/georisques/plan-documents.ts';
import type { FileStore } from '#platform/files/file-store.ts';

/** `from`: the source, as printed; ISO instant UTC. */
export type Fiche = { from: string; pdf: { bytes: Uint8Array; sha256: string; obtainedAt: string } };
export type Fiches = {
  /**
   * The State's information sheet: from the URL in the supplier's answer (`sheetUrl`), from its known URL, or the
   * operator's copy. Null when there is none; never throws when a supplier fails.
   */
  find(asked: { subject: FicheSubject; sheetUrl: string | null }, observer?: AnswerObserver): Promise<Fiche | null>;
};
/** `paths`, under `baseUrl`, for the subjects with a known URL. */
type Options = AdapterDeps & {
  baseUrl: string;
  paths: Partial<Record<FicheSubject, string>>;
  files: Pick<FileStore, 'read' | 'size'>;
};

/** A statement can do without the sheets: short limits. */
const LIMITS: HttpLimits = {
  timeoutMs: 5000,
  totalMs: 5000,
  attempts: 2,
  perSecond: 2,
  maxBytes: 3_000_000,
  retryDelayMs: 400,
  breakMs: 15_000,
};

export function createFiches({ baseUrl, paths, files, ...deps }: Options): Fiches {
  const { userAgent, limits, watch, answers } = deps;
  const http = createHttpClient({
    service: 'georisques-fiches',
    baseUrl,
    headers: { 'user-agent': userAgent, accept: 'application/pdf' },
    limits: { ...LIMITS, ...limits, maxBytes: LIMITS.maxBytes },
    watch,
  });
  return {
    async find({ subject, sheetUrl }, observer) {
      const path = pathOf(sheetUrl) ?? paths[subject] ?? null;
      const load = (recorder: Recorder): Promise<string> => fetchPdf(recorder.over(http), path ?? '');
      const question = {
        baseUrl,
        service: 'georisques-fiche',
        request: path ?? '',
        retention: RETENTION.planDocuments,
        load,
      };
      const fetched = path === null ? null : await answers.ask(question, observer).catch(nullForFailure);
      if (fetched === null) return given(files, subject);
      return { from: 'Géorisques', pdf: pdfOf(Buffer.from(fetched.value, 'base64'), fetched.obtainedAt) };
    },
  };
}

/** Only the State's site, whose URL we configure: no other host is reached, whatever an answer says. */
const PUBLIC_SITE = 'https://www.georisques.gouv.fr/';

function pathOf(sheetUrl: string | null): string | null {
  if (sheetUrl === null || !sheetUrl.startsWith(PUBLIC_SITE) || !URL.canParse(sheetUrl)) return null;
  const { pathname } = new URL(sheetUrl);
  return /\.pdf$/iu.test(pathname) ? pathname : null;
}

function nullForFailure(error: unknown): null {
  if (error instanceof SupplierFailure) return null;
  throw error;
}

async function fetchPdf(http: HttpClient, path: string): Promise<string> {
  const answer = await http.send({ path });
  const flaw = pdfFlaw(answer);
  if (flaw === null) return answer.bytes.toString('base64');
  throw new SupplierFailure({ service: http.service, reason: 'malformed', detail: flaw });
}

const pdfOf = (bytes: Buffer, obtainedAt: string): Fiche['pdf'] => ({
  bytes,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  obtainedAt,
});

const key = (subject: FicheSubject): string => `fiches/${subject}.pdf`;

/** Format of `npm run fiches`: the date first, then the PDF. */
async function given(files: Options['files'], subject: FicheSubject): Promise<Fiche | null> {
  if ((await files.size(key(subject))) === null) return null;
  const kept = await files.read(key(subject));
  const end = kept.indexOf('\n');
  const pdf = pdfOf(kept.subarray(end + 1), kept.toString('latin1', 0, end));
  return { from: 'Fiche de l’État, donnée par Clairisque', pdf };
}

/** Stores the operator's copy of one sheet, replacing the former one. Throws when it is not a whole PDF. */
export async function keepFiche(
  files: Pick<FileStore, 'put'>,
  subject: FicheSubject,
  { bytes, at }: { bytes: Buffer; at: Date },
): Promise<void> {
  const flaw = pdfFlaw({ status: 200, contentType: 'application/pdf', bytes });
  if (flaw !== null) throw new Error(`${subject}: ${flaw}`);
  await files.put(key(subject), Buffer.concat([Buffer.from(`${at.toISOString()}\n`), bytes]));
}

/** Sheets given by the operator. */
export async function givenFiches(files: Options['files']): Promise<Partial<Record<FicheSubject, Fiche['pdf']>>> {
  const found = await Promise.all(
    FICHE_SUBJECTS.map(async (subject) => [subject, (await given(files, subject))?.pdf] as const),
  );
  return Object.fromEntries(found.filter(([, pdf]) => pdf !== undefined));
}
