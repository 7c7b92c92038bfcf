import type { Deps } from '#deps.ts';
import type { Place } from '#domain/geometry/place.ts';
import { changesBetween, notComparable } from '#domain/headings/changes.ts';
import type { FactName, Facts, NotObtainedReason } from '#domain/risks/facts.ts';
import { isOpenReason, type Finding, type Findings } from '#domain/risks/findings.ts';
import { issuability } from '#domain/risks/issuability.ts';
import { assessRisks } from '#domain/headings/assess.ts';
import { parisDate } from '#domain/risks/validity.ts';
import {
  createExchangeRecord,
  factsOf,
  withLaterFacts,
  type Edition,
  type ExchangeRecord,
} from '#features/documents/documents.ts';
import { AppError } from '#platform/app-error.ts';
import type { AnswerObserver } from '#platform/suppliers/supplier-answers.ts';
import { Temporal } from 'temporal-polyfill';
import { collectFactsInBackground } from './facts.service.ts';
import type { StatementRow } from './issuance.queries.ts';
import { findPlace } from './place.service.ts';

/** What the sources say now of the parcels of an issued statement. */
export type Again = { place: Place; facts: Facts; findings: Findings; answers: ExchangeRecord };

/** Two minutes: behind people, within each supplier's pace. */
const WITHIN_MS = 120_000;

/**
 * Asks every source again, as a renewal does. Throws `conflict` when a parcel was divided or merged since, and
 * `SupplierFailure` without the cadastre.
 */
export async function collectAgain(deps: Deps, statement: StatementRow, former: Edition): Promise<Again> {
  const answers = createExchangeRecord();
  // An hour-old answer is not one of today.
  const observer: AnswerObserver = (answer) => answers.observer(answer);
  observer.asksAgain = true;
  const suppliers = { ...deps, observer };
  const place = await findPlace(suppliers, statement, former);
  const facts = await collectFactsInBackground(suppliers, place, WITHIN_MS);
  return { place, facts, findings: assessRisks(facts, place), answers };
}

type Silent = { finding: Finding; reason: NotObtainedReason | 'last-good' };

export type Comparison = {
  /** What the sources that answered say otherwise; `[]` when nothing. */
  changes: string[];
  /** Headings without an answer of today. */
  silent: Silent[];
  /** A new document may be issued from these answers, by the rule of a renewal. */
  isIssuable: boolean;
};

/** Compares the edition's own facts with those of now, both assessed by today's rules. */
export async function compareAgain(
  deps: Pick<Deps, 'db' | 'log' | 'clock'>,
  former: Edition,
  { place, facts, findings }: Again,
): Promise<Comparison> {
  const kept = await factsOf(deps.db, former);
  if (kept === undefined) throw new AppError('not_found', 'Pas trouvé.');
  const now = Temporal.Instant.from(deps.clock().toISOString());
  return {
    changes: changesOf(deps, former, { kept, facts, place }),
    silent: Object.values(findings).flatMap((finding): Silent[] => {
      const reason = silence(finding);
      return reason === null ? [] : [{ finding, reason }];
    }),
    isIssuable: issuability(findings, now).length === 0,
  };
}

/** A dated answer of a source that fails now is no answer of today. */
function silence(finding: Finding): Silent['reason'] | null {
  if (finding.state === 'not-obtained') return isOpenReason(finding.reason) ? null : finding.reason;
  return finding.lastGood ? 'last-good' : null;
}

type Compared = { kept: Parameters<typeof withLaterFacts>[0]; facts: Facts; place: Place };

/** A fact that no source gives now is taken as it was: a silence is no change. */
function changesOf({ log }: Pick<Deps, 'log'>, former: Edition, { kept, facts, place }: Compared): string[] {
  try {
    const before = withLaterFacts(kept);
    const names = Object.keys(facts) as FactName[];
    const said = names.map((name) => [name, facts[name].state === 'obtained' ? facts[name] : before[name]] as const);
    return changesBetween(assessRisks(before, place), assessRisks(Object.fromEntries(said) as Facts, place));
  } catch (err) {
    log.warn({ err, reference: former.reference }, 'facts of an edition not readable: not compared');
    return [notComparable(parisDate(former.issuedAt.toISOString()))];
  }
}
