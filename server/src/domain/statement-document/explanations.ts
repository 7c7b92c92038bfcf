import { COMPULSORY_HEADINGS } from '@clairisque/contract/common/headings.ts';
import { glossary } from '#domain/headings/glossary.ts';
import type { Explanation as OfHeading, OwnHeading } from '#domain/headings/heading.ts';
import { isOwn, whereConcerned } from '#domain/headings/headings.ts';
import { GEORISQUES, PART, type Link } from '#domain/printing/parts.ts';
import type { Findings } from '#domain/risks/findings.ts';
import type { StatementInput } from './input.ts';

/**
 * Our own summaries. They do not replace the State's information sheets, which must be attached when due (R125-24 2°
 * and 3°): each ends with the official address.
 */
export type Explanation = {
  title: string;
  /** The result in this statement; null for a summary about no single heading. */
  yours: string | null;
  paragraphs: { lead: string | null; text: string }[];
  address: Link;
};

const EXPLANATIONS_INTRO =
  'Ces résumés sont rédigés par Clairisque pour aider à lire ce document. Ils ne remplacent pas les fiches d’information officielles, à joindre lorsque le bloc K les demande.';

/** Only for what concerns the property: the form already gives the results. */
export function explanations({
  findings,
  statement: { transaction },
}: Pick<StatementInput, 'findings' | 'statement'>): { intro: string; sections: Explanation[] } {
  const sections = [...ofHeadings(findings), ...ofPlans(findings)]
    .toSorted((one, other) => one.order - other.order)
    .map(({ title, paragraphs, address }) => ({
      title,
      yours: null,
      paragraphs: paragraphs
        .filter(({ contract }) => contract === undefined || contract === transaction)
        .map(({ lead, text }) => ({ lead, text })),
      address,
    }));
  return { intro: sections.length > 0 ? EXPLANATIONS_INTRO : '', sections };
}

/** Number of the part of the sources: the one before is not printed where nothing is to explain. */
export const sourcesPart = (input: Pick<StatementInput, 'findings' | 'statement'>): number =>
  explanations(input).sections.length + glossary(input.findings).length > 0 ? PART.sources : PART.explanations;

type Sheet = Omit<OfHeading<OwnHeading>, 'when'>;

const ofHeadings = (findings: Findings): Sheet[] =>
  whereConcerned(findings, ({ explanations }, details) =>
    explanations
      .filter(({ when }) => when === undefined || when(details))
      .map(({ order, title, paragraphs, address }) => ({ order, title, paragraphs, address })),
  );

/** One for the plans of any family. */
const ofPlans = (findings: Findings): Sheet[] =>
  COMPULSORY_HEADINGS.some((heading) => !isOwn(heading) && findings[heading].state === 'concerned') ? [PLANS] : [];

const PLANS: Sheet = {
  order: 4,
  title: 'Les plans de prévention des risques',
  paragraphs: [
    {
      lead: 'Trois états.',
      text: 'Un plan prescrit est en cours d’élaboration : son périmètre et ses règles ne sont pas encore arrêtés. Un plan appliqué par anticipation n’est pas encore approuvé, mais certaines de ses règles s’imposent déjà. Un plan approuvé s’applique ; il peut être révisé.',
    },
    {
      lead: 'Des zones.',
      text: 'Le plan découpe le territoire en zones. Pour chacune, son règlement dit ce qui peut être construit et, parfois, quels travaux sont à faire sur les bâtiments existants. Être dans la commune d’un plan n’est pas être dans une de ses zones.',
    },
  ],
  address: GEORISQUES,
};
