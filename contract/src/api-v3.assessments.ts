import { z } from 'zod';
import { StatementFacts } from './common/facts.ts';
import { BODY_LIMIT, route } from './common/route.ts';
import { HEADINGS_IN_V3, schemaInV3 } from './common/v3-facts.ts';
import { Mode, V3 } from './common/v3.ts';
import { LOCATES_ITS_PARCELS, NAMES_A_PROPERTY, PROPERTY } from './common/v3-property.ts';

export const AssessmentRequest = z
  .strictObject(PROPERTY)
  .refine(...NAMES_A_PROPERTY)
  .refine(...LOCATES_ITS_PARCELS)
  .meta({ examples: [{ address: '4 Rue des Lilas 95190 Goussainville' }] });
export type AssessmentRequest = z.output<typeof AssessmentRequest>;

export const NO_LEGAL_VALUE = {
  en: 'This is not a statement: it has no legal value and replaces no document that a sale or a lease requires.',
  fr: 'Ceci n’est pas un état des risques : sans valeur légale, il ne remplace aucun document dû pour une vente ou une location.',
} as const;

export const AssessedFacts = StatementFacts.pick({ place: true, compulsory: true, informative: true });
const { place, compulsory, informative } = AssessedFacts.shape;

/** A statement of today would say this, in the shape of its `facts.json`. */
export const Assessment = z
  .object({
    mode: Mode,
    legal_value: z.literal(false),
    notice: z.object({ en: z.string(), fr: z.string() }).describe('Show it with the findings.'),
    assessed_at: z.iso.datetime().describe('Each finding has the dates of its sources: `provenances`.'),
    specimen: StatementFacts.shape.specimen,
    place: schemaInV3(place),
    warning: z.string().nullable().describe('In French: what a statement would not print as asked.'),
    blocking: z
      .array(z.enum(Object.values(HEADINGS_IN_V3)))
      .describe('Compulsory headings without a recent enough answer: a statement would be refused now.'),
    compulsory: schemaInV3(compulsory),
    informative: schemaInV3(informative),
  })
  .meta({ id: 'Assessment' });
export type Assessment = z.output<typeof Assessment>;

export const createAssessment = route({
  method: 'POST',
  url: `${V3}/assessments`,
  config: {
    access: 'required',
    scope: 'read',
    sandbox: true,
    throttle: 'api-assessment',
    priority: 'free',
    hasOwnQueue: true,
  },
  bodyLimit: BODY_LIMIT.form,
  schema: {
    tags: ['Assessments'],
    summary: 'Assess the risks of a property',
    description:
      'Without document, credit or legal value. An absent answer is never an absence of risk. One at a time for each account, behind statements. It changes nothing: `Idempotency-Key` is optional, and returns the first response again.',
    body: AssessmentRequest,
    response: { 200: Assessment },
  },
});
