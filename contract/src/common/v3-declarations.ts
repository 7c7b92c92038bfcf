import { z } from 'zod';
import { LOT_MAX_LENGTH } from './declarations.ts';
import { printedText } from './text.ts';

const Answer = z.boolean().nullable().default(null);

/** Of the owner, in API v3. */
export const Declarations = z.strictObject({
  works_prescribed: Answer.describe('Works that the règlement of a plan prescribes for this property (R125-24 1°).'),
  works_done: Answer,
  disasters_indemnified: Answer.describe('L125-5 IV.'),
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
