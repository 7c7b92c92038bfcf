import type { Place } from '#domain/geometry/place.ts';
import type { ObservedAnswer, AnswerObserver } from '#platform/suppliers/supplier-answers.ts';
import { linesOf, packTogether, unpackLines, type Exchange } from '#platform/suppliers/supplier-exchanges.ts';

/** First line: the subject of the questions. */
type Header = { version: 1; reference: string; issuedAt: string; place: Place };
/** One line per question follows, then one line per exchange. */
type QuestionLine = Pick<ObservedAnswer, 'from' | 'obtainedAt' | 'failure'> & { question: string; request: string };
/** What a fact read in releases (`adapters/datasets/kept-reads.ts`). */
type FeaturesLine = { features: unknown };
export type KeptAnswers = Header & {
  questions: (QuestionLine & { exchanges: Exchange[]; features?: unknown })[];
};

/** Recorder of the suppliers' answers for one edition; repeated answers are stored once. */
export type ExchangeRecord = { observer: AnswerObserver; pack(about: Omit<Header, 'version'>): Promise<Buffer> };

export function createExchangeRecord(): ExchangeRecord {
  const observed = new Map<string, ObservedAnswer>();
  return {
    observer: (answer) => observed.set(`${answer.service} ${answer.request}`, answer),
    pack: (about) => {
      const header: Header = { version: 1, ...about };
      const questions = [...observed.values()].flatMap(({ service, request, exchanges, ...line }) => [
        linesOf([{ question: service, request, ...line } satisfies QuestionLine]),
        exchanges ?? '',
      ]);
      return packTogether([linesOf([header]), ...questions]);
    },
  };
}

/** Throws when the bytes were not written by `pack`. */
export function unpackAnswers(bytes: Uint8Array): KeptAnswers {
  const [header, ...lines] = unpackLines(bytes) as [Header, ...(QuestionLine | FeaturesLine | Exchange)[]];
  if (header.version !== 1) throw new Error(`stored answers: unknown version ${String(header.version)}`);
  const questions: KeptAnswers['questions'] = [];
  for (const line of lines) {
    const last = questions.at(-1);
    if ('question' in line) questions.push({ ...line, exchanges: [] });
    else if (!('features' in line)) last?.exchanges.push(line);
    else if (last !== undefined) last.features = line.features;
  }
  return { ...header, questions };
}
