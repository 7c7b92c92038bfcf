import { statementFileName } from '@clairisque/contract/file-name.ts';
import type { CreateStatementRequest, Declarations, GenerationStep } from '@clairisque/contract/statements.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { checkCoordinates } from '#domain/risks/territory.ts';
import { balance, lockLedger, noCredit } from '#features/credits/credits.ts';
import { transact } from '#platform/db/db.ts';
import { accountGone, AppError } from '#platform/app-error.ts';
import { requireEdition } from '#features/documents/editions.service.ts';
import {
  findStatement,
  insertDraft,
  deleteSteps,
  listSteps,
  updateDeclarations,
  type StatementRow,
} from './issuance.queries.ts';

export { collectCompulsoryFacts } from './facts.service.ts';
export { findPlace } from './place.service.ts';
export { readableDocument, readVerdict } from '#features/documents/documents.service.ts';
export { keptAnswers, type JudgedAddress, type KeptAnswers } from '#features/documents/kept-answers.service.ts';
export { reprint } from '#features/documents/reprint.service.ts';
export {
  currentEdition,
  findEditionByReference,
  findEditionForHandover,
  statementFolder,
} from '#features/documents/editions.service.ts';

/** Stores a draft; refuses what could not be generated: no credit, outside France, contradictory references. */
export async function createStatement(
  deps: Deps,
  accountId: number,
  request: z.output<typeof CreateStatementRequest>,
): Promise<{ erp_id: number }> {
  const refusal = checkCoordinates(request);
  if (refusal !== null) throw new AppError('invalid_input', { latitude: [refusal] });
  if (!request.code_parcelle.startsWith(`${request.cadastre}@`)) {
    throw new AppError('invalid_input', {
      code_parcelle: ['Le code de la parcelle ne correspond pas à la référence cadastrale.'],
    });
  }
  const draft = { ...request, acheteur_nom: request.acheteur_nom.trim() || '-' };
  return transact(deps, async (deps) => {
    if (!(await lockLedger(deps, accountId))) throw accountGone();
    if ((await balance(deps, accountId)) < 1) throw noCredit();
    const { id } = await insertDraft(deps.db, accountId, draft);
    return { erp_id: id };
  });
}

export async function declareOwner(
  deps: Deps,
  owned: { accountId: number; id: number },
  declarations: Declarations,
): Promise<Declarations> {
  const statement = await requireStatement(deps, owned);
  if (await updateDeclarations(deps.db, { ...owned, now: deps.clock() }, declarations)) return declarations;
  if (statement.status === 'issued') {
    throw new AppError('conflict', 'Cet état des risques est déjà émis\u00A0: ses déclarations ne changent plus.');
  }
  throw new AppError(
    'conflict',
    'Cet état des risques est en cours de préparation\u00A0: attendez qu’il soit prêt. Ses déclarations ne changent plus entre-temps.',
  );
}

export async function readProgress(
  deps: Deps,
  owned: { accountId: number; id: number },
): Promise<{ etapes: z.infer<typeof GenerationStep>[] }> {
  await requireStatement(deps, owned);
  const steps = await listSteps(deps.db, owned);
  return { etapes: steps.map((step) => ({ libelle: step.label, etat: step.state })) };
}

const A_DAY_MS = 86_400_000;
/** Per day, so that a backlog of years is removed in parts. */
const STEPS_AT_ONCE = 200_000;

/** Sixteen rows a statement, useless once its loading screen is closed. For a daily cron. */
export const forgetOldSteps = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  deleteSteps(db, { before: new Date(clock().getTime() - A_DAY_MS), most: STEPS_AT_ONCE });

/** The issued PDF, current or of an edition, and its file name: id and address. */
export async function readDocument(
  deps: Deps,
  owned: { accountId: number; id: number },
  edition?: number,
): Promise<{ pdf: Buffer; fileName: string }> {
  const { fileKey: key, sha256, adresse, replacedBy } = await requireEdition(deps, owned, edition);
  const fileName = documentName({ id: owned.id, adresse, replaced: replacedBy !== null });
  return { pdf: await deps.files.get({ key, sha256 }), fileName };
}

/** The name of a replaced edition says so. */
export function documentName({ id, adresse, replaced }: { id: number; adresse: string; replaced: boolean }): string {
  return statementFileName({ id, adresse, ...(replaced && { mark: ' - édition remplacée' }) });
}

export async function requireStatement(deps: Deps, owned: { accountId: number; id: number }): Promise<StatementRow> {
  const statement = await findStatement(deps.db, owned);
  if (statement === undefined) throw new AppError('not_found', 'Pas trouvé.');
  return statement;
}
