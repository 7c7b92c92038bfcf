import type { Assessment } from '@clairisque/contract/api-v3.ts';
import { codeOf } from '#domain/geometry/place.ts';

type Headings = Pick<Assessment, 'compulsory' | 'informative'>;
type Finding = Headings['compulsory']['radon'] | Headings['informative']['clay'];

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
    to_verify: finding.to_verify,
    last_good_answer: finding.last_good,
    sources: finding.provenances.map(({ label, obtained_at }) => ({ label, obtained_at })),
  }));

export function condensedAssessment({ place, compulsory, informative, ...rest }: Assessment) {
  const { address, declared_address, commune_name: commune, parcels } = place;
  return {
    ...rest,
    place: {
      address,
      declared_address,
      commune,
      parcels: parcels.map(codeOf),
    },
    ...condensed({ compulsory, informative }),
  };
}
