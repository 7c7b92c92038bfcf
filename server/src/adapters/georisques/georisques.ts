import type { Place } from '#domain/geometry/place.ts';
import type { PprFamily } from '@clairisque/contract/common/headings.ts';
import type { Fact, Ppr } from '#domain/risks/facts.ts';
import type { HttpClient } from '#platform/suppliers/http-client.ts';
import type { Recorder } from '#platform/suppliers/supplier-exchanges.ts';
import type { AnswerObserver } from '#platform/suppliers/supplier-answers.ts';
import { toFact } from '#adapters/fact.ts';
import { findCatnat } from './catnat.ts';
import { georisquesHttp } from './http.ts';
import type { GeorisquesHttp, GeorisquesOptions } from './http.ts';
import { findPlanDocuments } from './plan-documents.ts';
import { findPprByParcel, findPprByPoint } from './ppr.ts';
import { findReport } from './report.ts';
import { findCasias, findCavities, findGroundMovements, findInstallations, findSis } from './sites.ts';
import { pprSource, SOURCES } from './sources.ts';
import { findBrushClearing, findClay, findRadon, findSeismicZone } from './zonings.ts';
import type { Georisques } from '#adapters/suppliers.ts';

/** Géorisques v1 (no key), and v2 for the plans when a token is given. No verb throws when a supplier fails. */
export function createGeorisques(options: GeorisquesOptions): Georisques {
  const http = georisquesHttp(options);
  type Find<T> = (http: HttpClient, place: Place) => Promise<T>;
  const verb =
    <T>(name: keyof typeof SOURCES, find: Find<T>, client = http.v1) =>
    (place: Place, observer?: AnswerObserver): Promise<Fact<T>> =>
      toFact(options, {
        source: SOURCES[name],
        place,
        observer,
        load: (recorder) => find(recorder.over(client), place),
      });
  return {
    ppr: (family, place, observer) => findPpr(options, http, { family, place, observer }),
    planDocuments: async ({ family, gasparId }, observer) =>
      http.planDocuments === null || gasparId === null
        ? []
        : findPlanDocuments({ options, http: http.planDocuments, plan: { family, gasparId }, observer }),
    seismicZone: verb('seismicZone', findSeismicZone),
    radon: verb('radon', findRadon),
    sis: verb('sis', findSis),
    brushClearing: verb('brushClearing', findBrushClearing),
    clay: async (place, observer) => {
      const fact = await verb('clay', findClay, http.informative)(place, observer);
      return fact.state === 'not-obtained' || !options.clayMap
        ? fact
        : { ...fact, value: { ...fact.value, map: options.clayMap } };
    },
    casias: verb('casias', findCasias, http.informative),
    installations: verb('installations', findInstallations, http.informative),
    cavities: verb('cavities', findCavities, http.informative),
    groundMovements: verb('groundMovements', findGroundMovements, http.informative),
    catnat: verb('catnat', findCatnat),
    report: verb('report', findReport, http.report),
  };
}

type PprQuestion = { family: PprFamily; place: Place; observer: AnswerObserver | undefined };

/** v2 knows the parcel; when it fails (a token lasts one year) v1 answers by point, under its own name. */
async function findPpr(options: GeorisquesOptions, http: GeorisquesHttp, { family, place, observer }: PprQuestion) {
  const { v1, v2 } = http;
  const ask = (version: 'v1' | 'v2', find: (recorder: Recorder) => Promise<Ppr[]>): Promise<Fact<Ppr[]>> =>
    toFact(options, { source: pprSource(version, family), place, observer, load: find });
  const byPoint = () => ask('v1', (recorder) => findPprByPoint(recorder.over(v1), family, place));
  if (v2 === null) return byPoint();
  const byParcel = await ask('v2', (recorder) => findPprByParcel(recorder.over(v2), family, place));
  if (byParcel.state === 'obtained') return byParcel;
  const fallback = await byPoint();
  return fallback.state === 'obtained' || byParcel.state === 'not-obtained' ? fallback : byParcel;
}
