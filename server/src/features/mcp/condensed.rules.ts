import type { Assessment } from '@clairisque/contract/api-v3.ts';
import type { StatementFacts } from '@clairisque/contract/common/facts.ts';
import { codeOf } from '#domain/geo/place.ts';

type Headings = Pick<StatementFacts, 'compulsory' | 'informative'>;
type Finding = Headings['compulsory']['radon'] | Headings['informative']['argiles'];

/** Findings in a few lines each: an assistant reads the whole only when it asks. */
export const condensed = ({ compulsory, informative }: Headings) => ({
  compulsory: linesOf(compulsory),
  informative: linesOf(informative),
});

const linesOf = (findings: Readonly<Record<string, Omit<Finding, 'details'>>>) =>
  Object.entries(findings).map(([heading, finding]) => ({
    heading,
    title: finding.title,
    state: finding.state,
    sentence: finding.sentence,
    duty: finding.duty,
    reason: finding.reason,
    to_verify: finding.toVerify,
    last_good_answer: finding.lastGood,
    sources: finding.provenances.map(({ label, obtainedAt }) => ({ label, obtained_at: obtainedAt })),
  }));

export function condensedAssessment({ place, compulsory, informative, ...rest }: Assessment) {
  const { address, declaredAddress, communeName, parcels } = place;
  return {
    ...rest,
    place: {
      address,
      declared_address: declaredAddress,
      commune: communeName,
      parcels: parcels.map(codeOf),
    },
    ...condensed({ compulsory, informative }),
  };
}
