import { isDeepStrictEqual } from 'node:util';
import { factFromReads, type KeptFeatures } from '#adapters/datasets/kept-reads.ts';
import { createCadastre } from '#adapters/cadastre/cadastre.ts';
import { createGeocoder } from '#adapters/addresses/geocoder.ts';
import { createGeorisques } from '#adapters/georisques/georisques.ts';
import { createNoisePlans } from '#adapters/noise/noise-plans.ts';
import { createUrbanism } from '#adapters/urbanism/urbanism.ts';
import type { Cadastre, Geocoder } from '#adapters/suppliers.ts';
import { codeOf, type Place } from '#domain/geometry/place.ts';
import type { Fact, FactName, Facts } from '#domain/risks/facts.ts';
import { withPerimetersAround } from '#domain/risks/plan-perimeters.ts';
import { verifyAddress } from '#features/issuance/address.service.ts';
import { collectFacts } from '#features/issuance/facts.service.ts';
import type { VerifiedAddress, KeptAnswers } from '#features/documents/documents.ts';
import { systemClock } from '#platform/clock.ts';
import type { Exchange } from '#platform/suppliers/supplier-exchanges.ts';
import { listeningAnswers } from './listening-answers.ts';
import { startLocalServer, type LocalAnswer, type LocalRequest } from './local-server.ts';

/**
 * Whether today's adapters make the same facts from the stored answers, one by one; `parcel` is the cadastre's,
 * `address` the BAN's.
 */
type Replayed = { name: FactName | 'parcel' | 'address'; same: boolean };
type Made = { facts: Facts; address: VerifiedAddress };

/** Queried for every document, whatever its facts. */
const OF_EACH = new Set(['apicarto-cadastre', 'geocodage']);

/** Our client treats this as a missing recorded answer: no retry, no open circuit. */
const NOT_KEPT: LocalAnswer = { status: 404, body: '{"code":404,"message":"non enregistré"}' };

/** Serves the stored answers locally to the adapters, collects the facts and checks the address again. */
export async function replayAnswers(kept: KeptAnswers, { facts, address }: Made): Promise<Replayed[]> {
  const sources = new Set(Object.values(facts).map(({ provenance }) => provenance.source));
  // When v1 replaced v2, only the source that the fact names must respond.
  const relevant = kept.questions.filter(({ question }) => sources.has(question) || OF_EACH.has(question));
  const exchanges = relevant.flatMap((question) => question.exchanges);
  const server = await startLocalServer((request) => answerTo(request, exchanges));
  try {
    const { cadastre, geocoder, ...suppliers } = adaptersOver(server.baseUrl, sources);
    const [collected, confirmed, parcels] = await Promise.all([
      collectFacts(suppliers, kept.place, () => {}),
      labelOf({ geocoder, cadastre }, kept.place, address),
      cadastre.parcels(kept.place.parcels.map(codeOf)).then(({ parcels }) => parcels),
    ]);
    const made = withPerimetersAround(collected, kept.place);
    const names = Object.keys(facts) as FactName[];
    const all = { ...made, ...fromReleases(kept, made) };
    return [
      { name: 'parcel', same: isSame(parcels.map(undated), kept.place.parcels.map(undated)) },
      ...(isChecked(kept, address) ? [{ name: 'address' as const, same: confirmed === address.confirmed }] : []),
      ...names.map((name) => ({ name, same: isSame(said(all[name]), said(facts[name])) })),
    ];
  } finally {
    await server.close();
  }
}

/** Facts that were read in releases, from what was kept of these. */
function fromReleases(
  { questions, place, issuedAt }: KeptAnswers,
  live: Facts,
): Partial<Record<FactName, Fact<unknown>>> {
  return Object.fromEntries(
    questions.flatMap(({ features }) => {
      if (features === undefined) return [];
      const read = features as KeptFeatures;
      const fact = factFromReads(read, { clock: () => new Date(issuedAt), place, live });
      return fact === null ? [] : [[read.fact, fact]];
    }),
  );
}

/** False for documents older than the address check (decision 0042). */
const isChecked = ({ questions }: KeptAnswers, { confirmed }: VerifiedAddress): boolean =>
  confirmed !== null || questions.some(({ question }) => question === 'geocodage');

/** The address that would be printed as the property's; null when only declared. */
async function labelOf(
  suppliers: { geocoder: Geocoder; cadastre: Cadastre },
  place: Place,
  { typed }: VerifiedAddress,
): Promise<string | null> {
  const address = await verifyAddress(suppliers, { ...place, adresse: typed }, place);
  return address.state === 'confirmed' ? address.label : null;
}

function adaptersOver(baseUrl: string, sources: ReadonlySet<string>) {
  const limits = { attempts: 1, perSecond: 10_000, maxBytes: 100_000_000 };
  const deps = { answers: listeningAnswers(() => {}), clock: systemClock, userAgent: 'Clairisque (replay)', limits };
  const token = [...sources].some((source) => source.startsWith('georisques-v2')) ? 'replay' : null;
  return {
    cadastre: createCadastre({ baseUrl, ...deps }),
    geocoder: createGeocoder({ baseUrl, ...deps }),
    georisques: createGeorisques({ baseUrl, token, ...deps }),
    noisePlans: createNoisePlans({ baseUrl, ...deps }),
    urbanism: createUrbanism({ baseUrl, ...deps }),
  };
}

/** The stored URL without its host and root, which may have changed since. */
function answerTo({ method, url, body }: LocalRequest, exchanges: Exchange[]): LocalAnswer {
  const found = exchanges.find(
    (one) =>
      one.url.endsWith(url.pathname + url.search) &&
      (one.sent === undefined ? method === 'GET' : JSON.stringify(one.sent) === body),
  );
  if (found === undefined || found.body === null) return NOT_KEPT;
  return { status: found.status, contentType: found.contentType, body: found.body };
}

/** Content of a fact, without its time and failure. */
function said(fact: Fact<unknown>): unknown {
  const { source } = fact.provenance;
  return fact.state === 'not-obtained' ? { source } : { source, value: fact.value };
}

const undated = (parcel: object | null): unknown => ({ ...parcel, obtainedAt: null });

/** Compared as JSON, which drops undefined values. */
const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(asJson(one), asJson(other));
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
