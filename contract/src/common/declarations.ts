import { z } from 'zod';
import { contradictionsIn } from './contradictions.ts';
import { printedText, shownText } from './text.ts';

export const TransactionType = z.enum(['Vente', 'Location']);
export type TransactionType = z.infer<typeof TransactionType>;

const PdfName = z.string().regex(/^[\w-]{3,80}\.pdf$/);
const Sha256 = z.string().regex(/^[\da-f]{64}$/);
const PageNumbers = z.array(z.int().min(1).max(5000)).min(1).max(60);

/**
 * The pages that the owner chose from one document of a plan (R125-24 1°); `null` is all of them. Valid for this
 * SHA-256 only: a newer file needs a new choice.
 */
export const PlanPageChoice = z.object({ piece: PdfName, sha256: Sha256, pages: PageNumbers.nullable() });
export type PlanPageChoice = z.infer<typeof PlanPageChoice>;

/**
 * A flat or other lots of a co-owned building, on the building's parcel; 0 is the ground floor, -1 the basement. Number
 * (« 12 », « 12 et 45 ») and building as the owner writes them.
 */
const condominiumLot = (line: (max: number) => z.ZodString) =>
  z.object({
    etage: z.int().min(-9).max(99).nullable(),
    numero: line(LOT_MAX_LENGTH).optional(),
    batiment: line(LOT_MAX_LENGTH).optional(),
  });
export const LOT_MAX_LENGTH = 60;

/** `null` is « À préciser plus tard »: the document then leaves a box to fill. */
const Answer = z.boolean().nullable();

/** `plan`: its id as the facts give it (`gasparId`), or its name when it has none. */
const PlanWorks = z.object({ plan: shownText(300).min(1), prescrits: Answer, realises: Answer });
export type PlanWorks = z.infer<typeof PlanWorks>;
/** A plan whose règlement may prescribe works for the property. */
export const PlanToAnswer = z.object({
  /** The name of the plan in `travaux_par_plan`. */
  plan: z.string(),
  nom: z.string(),
  /** Works that the plan's published zones require. */
  travaux: z.string().nullable(),
});
export type PlanToAnswer = z.infer<typeof PlanToAnswer>;

/** More than one property may have. */
export const MOST_PLANS = 30;
export const PrintedPlan = printedText(300).min(1);

/** Three times what any commune has. */
export const MOST_DECREES = 500;
/** Codes of the commune's decrees (`INTE2500002A`) after which the property was indemnified. */
export const DecreeCodes = z.array(z.string().regex(/^[\w./-]{1,40}$/)).max(MOST_DECREES);

export const Declarations = z.object({
  /** Works prescribed by a PPR's règlement for this property (R125-24 1°): of the only plan, or of one not named. */
  travaux_prescrits: Answer,
  travaux_realises: Answer,
  /** The property was indemnified after a disaster (L125-5 IV). */
  sinistres_indemnises: Answer,
  /** Drought works not done although indemnified (R125-24); free text. */
  travaux_rga_non_realises: shownText(2000).nullable(),
  /** The works, plan by plan. */
  travaux_par_plan: z.array(PlanWorks).max(MOST_PLANS).optional(),
  /** Which disasters were indemnified (R125-24 5°): a closed list; absent or empty, the owner did not say which. */
  arretes_indemnises: DecreeCodes.optional(),
  lot_copropriete: condominiumLot(shownText).nullable().optional(),
  /** Pages of the plans' maps and règlements; for a file that is not named, pages are chosen from its text. */
  pages_des_plans: z.array(PlanPageChoice).max(12).optional(),
});
export type Declarations = z.infer<typeof Declarations>;

/** Declarations of a document, not of a draft: each letter can be printed, and no answer contradicts another. */
export const PrintedDeclarations = Declarations.extend({
  travaux_rga_non_realises: printedText(2000).nullable(),
  lot_copropriete: condominiumLot(printedText).nullable().optional(),
  travaux_par_plan: z
    .array(PlanWorks.extend({ plan: PrintedPlan }))
    .max(MOST_PLANS)
    .optional(),
}).superRefine(refuseContradictions);

function refuseContradictions(declarations: Declarations, context: z.RefinementCtx): void {
  for (const { field, sentence, english } of contradictionsIn(declarations)) {
    context.addIssue({ code: 'custom', path: [field], message: sentence, params: { title: english } });
  }
}
