import { createHash } from 'node:crypto';
import type { Place } from '#domain/geometry/place.ts';
import type { Fact, Provenance } from '#domain/risks/facts.ts';
import type { Clock } from '#platform/clock.ts';
import { RETENTION } from '#platform/suppliers/supplier-answers.ts';
import type { SupplierAnswers, AnswerObserver } from '#platform/suppliers/supplier-answers.ts';
import type { Recorder } from '#platform/suppliers/supplier-exchanges.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import {
  createHttpClient,
  type HttpClient,
  type HttpLimits,
  type SupplierWatch,
} from '#platform/suppliers/http-client.ts';
import { lonLat } from './addresses/place-points.ts';
import type { Box } from './suppliers.ts';

/** Dependencies of every adapter, beside its base URL. */
export type AdapterDeps = {
  answers: SupplierAnswers;
  clock: Clock;
  /** Identifies us to suppliers, with a way to reach us: `Clairisque/1.0 (+https://clairisque.fr)`. */
  userAgent: string;
  /** Overrides limits, for our own sources that need no pacing. */
  limits?: Partial<HttpLimits>;
  watch?: SupplierWatch;
};

/** A client that says who we are; the limits of `deps`, if any, replace the adapter's own. */
export function supplierClient(
  { baseUrl, userAgent, limits, watch }: { baseUrl: string } & Pick<AdapterDeps, 'userAgent' | 'limits' | 'watch'>,
  own: Omit<Parameters<typeof createHttpClient>[0], 'baseUrl' | 'headers' | 'watch'>,
): HttpClient {
  const headers = { 'user-agent': userAgent };
  return createHttpClient({ ...own, baseUrl, headers, limits: { ...own.limits, ...limits }, watch });
}

/** The printed part of a provenance. */
export type Source = Omit<Provenance, 'obtainedAt'>;

/** Queries a supplier and turns every failure into a state of the fact: « donnée non obtenue », never « non ». */
export async function toFact<T>(
  { baseUrl, answers, clock }: { baseUrl: string } & Pick<AdapterDeps, 'answers' | 'clock'>,
  question: {
    source: Source;
    place: Place;
    observer: AnswerObserver | undefined;
    load: (recorder: Recorder) => Promise<T>;
  },
): Promise<Fact<T>> {
  const { source, place, observer, load } = question;
  return factOf({ source, clock }, () =>
    answers.ask(
      { baseUrl, service: source.source, request: placeKey(place), retention: RETENTION.risks, load },
      observer,
    ),
  );
}

/** Asks about the frame of a map: neighbours share an answer. */
export async function toMapFact<T>(
  { baseUrl, answers, clock }: { baseUrl: string } & Pick<AdapterDeps, 'answers' | 'clock'>,
  question: {
    source: Source;
    box: Box;
    observer: AnswerObserver | undefined;
    load: (recorder: Recorder) => Promise<T>;
  },
): Promise<Fact<T>> {
  const { source, box, observer, load } = question;
  const request = `box ${box.join(',')}`;
  return factOf({ source, clock }, () =>
    answers.ask({ baseUrl, service: source.source, request, retention: RETENTION.risks, load }, observer),
  );
}

export type Answered<T> = { value: T; obtainedAt: string; from?: 'supplier' | 'cache' | 'last-good' };

/** The fact of an answer, or the state after a supplier's failure. */
export async function factOf<T>(
  { source, clock }: { source: Source } & Pick<AdapterDeps, 'clock'>,
  ask: () => Promise<Answered<T>>,
): Promise<Fact<T>> {
  try {
    const { value, obtainedAt, from } = await ask();
    return { state: from === 'last-good' ? 'last-good' : 'obtained', value, provenance: { ...source, obtainedAt } };
  } catch (error) {
    if (!(error instanceof SupplierFailure)) throw error;
    return {
      state: 'not-obtained',
      reason: error.reason,
      provenance: { ...source, obtainedAt: clock().toISOString() },
    };
  }
}

/** Two places with this key have the same point, codes and parcels, so the same facts. */
function placeKey(place: Place): string {
  const parcels = place.parcels.map((parcel) => parcel.commune + parcel.prefix + parcel.section + parcel.number);
  const outlines = JSON.stringify(place.parcels.map((parcel) => parcel.outline.coordinates));
  const digest = createHash('sha256').update(outlines).digest('base64url').slice(0, 12);
  return [lonLat(place), place.inseeCodes.toSorted().join('+'), parcels.toSorted().join('+'), digest].join(' ');
}
