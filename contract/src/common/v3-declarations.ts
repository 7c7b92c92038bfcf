import { z } from 'zod';
import { contradictionsIn, type Contradiction } from './contradictions.ts';
import { DecreeCodes, LOT_MAX_LENGTH, MOST_PLANS, PrintedPlan, type Declarations as Answers } from './declarations.ts';
import { printedText } from './text.ts';

const Answer = z.boolean().nullable().default(null);

const Fields = z.strictObject({
  works_prescribed: Answer.describe(
    'Works that the rules of the only plan prescribe for this property (R125-24 1°); with several plans, `works_by_plan`.',
  ),
  works_done: Answer,
  works_by_plan: z
    .array(
      z.strictObject({
        plan: PrintedPlan.describe('`gaspar_id` of the plan in the facts, or its name when it has none.'),
        prescribed: Answer,
        done: Answer,
      }),
    )
    .max(MOST_PLANS)
    .optional()
    .describe('R125-24 1°, plan by plan.'),
  disasters_indemnified: Answer.describe('L125-5 IV.'),
  disaster_decrees_indemnified: DecreeCodes.optional().describe(
    'Codes of the commune’s decrees after which the property was indemnified (R125-24 5°): printed as a closed list.',
  ),
  drought_works_not_done: printedText(2000).nullable().default(null).describe('R125-24.'),
  condominium_lot: z
    .strictObject({
      floor: z.int().min(-9).max(99).nullable(),
      number: printedText(LOT_MAX_LENGTH).optional(),
      building: printedText(LOT_MAX_LENGTH).optional(),
    })
    .nullable()
    .default(null)
    .describe('A lot of a co-owned building; floor 0 is the ground floor.'),
});
type Given = z.output<typeof Fields>;

/** The owner's declarations, in API v3. */
export const Declarations = Fields.superRefine((given, context) => {
  for (const { field, sentence, english } of contradictionsIn(declarationsOf(given))) {
    context.addIssue({ code: 'custom', path: [NAMES[field]], message: sentence, params: { title: english } });
  }
});

const NAMES: Record<Contradiction['field'], keyof Given> = {
  travaux_realises: 'works_done',
  travaux_par_plan: 'works_by_plan',
  arretes_indemnises: 'disaster_decrees_indemnified',
  travaux_rga_non_realises: 'drought_works_not_done',
};

/** Converts these answers to the wizard's. */
export const declarationsOf = (given: Given): Answers => ({
  travaux_prescrits: given.works_prescribed,
  travaux_realises: given.works_done,
  sinistres_indemnises: given.disasters_indemnified,
  travaux_rga_non_realises: given.drought_works_not_done,
  ...(given.works_by_plan && {
    travaux_par_plan: given.works_by_plan.map(({ plan, prescribed, done }) => ({
      plan,
      prescrits: prescribed,
      realises: done,
    })),
  }),
  ...(given.disaster_decrees_indemnified && { arretes_indemnises: given.disaster_decrees_indemnified }),
  ...(given.condominium_lot && { lot_copropriete: lotOf(given.condominium_lot) }),
});

const lotOf = ({ floor, number, building }: NonNullable<Given['condominium_lot']>): Answers['lot_copropriete'] => ({
  etage: floor,
  ...(number && { numero: number }),
  ...(building && { batiment: building }),
});
