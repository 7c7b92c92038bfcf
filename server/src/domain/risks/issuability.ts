import { Temporal } from 'temporal-polyfill';
import type { NotObtainedReason } from './facts.ts';
import { COMPULSORY_HEADINGS, type CompulsoryHeading } from '@clairisque/contract/common/headings.ts';
import { isOpenReason, type Findings } from './findings.ts';

/** A last-good answer supports a compulsory heading while it is less than 30 days old. */
const LAST_GOOD_DAYS = 30;

export type Blocking = {
  heading: CompulsoryHeading;
  /** Printed title of the heading, in French. */
  label: string;
  reason: NotObtainedReason | 'too-old';
};

/**
 * The compulsory headings that block the issue, in the order of the law; empty when the statement may be issued. «
 * Donnée non obtenue » is never printed as a "no". An open heading does not block: another query would not make the
 * data exist, and the statement says « à vérifier ».
 */
export function issuability(findings: Findings, now: Temporal.Instant): Blocking[] {
  return COMPULSORY_HEADINGS.flatMap((heading): Blocking[] => {
    const finding = findings[heading];
    const label = finding.title;
    if (finding.state === 'not-obtained' && !isOpenReason(finding.reason))
      return [{ heading, label, reason: finding.reason }];
    const oldest = now.subtract({ hours: 24 * LAST_GOOD_DAYS });
    const tooOld =
      finding.lastGood &&
      finding.provenances.some(({ obtainedAt }) => Temporal.Instant.compare(obtainedAt, oldest) <= 0);
    return tooOld ? [{ heading, label, reason: 'too-old' }] : [];
  });
}
