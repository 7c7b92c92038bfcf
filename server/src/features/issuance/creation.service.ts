import type { CreateStatementRequest } from '@clairisque/contract/issuance.ts';
import { contradictionsIn } from '@clairisque/contract/common/contradictions.ts';
import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import { unprintable } from '@clairisque/contract/common/text.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { typeset } from '#domain/french.ts';
import { groupRefusal } from '#domain/property/parcel-group.ts';
import { checkCoordinates } from '#domain/risks/territory.ts';
import { balance, lockLedger, noCredit } from '#features/credits/credits.ts';
import { transact } from '#platform/db/db.ts';
import { accountGone, AppError } from '#platform/app-error.ts';
import {
  findStatement,
  insertDraft,
  updateDeclarations,
  type DraftValues,
  type Given,
  type StatementRow,
} from './issuance.queries.ts';

type Asked = z.output<typeof CreateStatementRequest> & Given;

/** Stores a draft; refuses what could not be generated: no credit, outside France, contradictory references. */
export const createStatement = (deps: Deps, accountId: number, request: Asked): Promise<{ erp_id: number }> =>
  transact(deps, async (deps) => ({ erp_id: await addDraft(deps, accountId, request) }));

/** Creates a draft within a transaction; returns its number. */
export async function addDraft(deps: Deps, accountId: number, request: Asked): Promise<number> {
  const draft = draftOf(request);
  if (!(await lockLedger(deps, accountId))) throw accountGone();
  if ((await balance(deps, accountId)) < 1) throw noCredit();
  const { id } = await insertDraft(deps.db, accountId, draft);
  return id;
}

/** For a credit reserved already: call it in a transaction that has locked the ledger. */
export async function storeDraft(deps: Deps, accountId: number, request: Asked): Promise<number> {
  const { id } = await insertDraft(deps.db, accountId, draftOf(request));
  return id;
}

/** Throws `invalid_input`. */
export function draftOf(request: Asked): DraftValues {
  const refusal = checkCoordinates(request);
  if (refusal !== null) throw new AppError('invalid_input', { latitude: [refusal] });
  if (!request.code_parcelle.startsWith(`${request.cadastre}@`)) {
    throw new AppError('invalid_input', {
      code_parcelle: ['Le code de la parcelle ne correspond pas à la référence cadastrale.'],
    });
  }
  const { parcelles = [], ...fields } = request;
  const groupFault = groupRefusal(parcelles);
  if (groupFault !== null) throw new AppError('invalid_input', { parcelles: [typeset(groupFault)] });
  const acheteur_nom = request.acheteur_nom.trim() || '-';
  return { ...fields, acheteur_nom, parcelles: parcelles.length > 1 ? parcelles : null };
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

/**
 * For a draft stored before its letters were checked: a document would print « ? » for them. Throws `invalid_input`, which
 * names the first letter that no font has.
 */
export function refuseUndrawn({ adresse, vendeur_nom, acheteur_nom, declarations }: StatementRow): void {
  const texts: [field: string, text: string | null | undefined][] = [
    ['l’adresse', adresse],
    ['le nom du vendeur ou du bailleur', vendeur_nom],
    ['le nom de l’acquéreur ou du locataire', acheteur_nom],
    ['les travaux déclarés', declarations?.travaux_rga_non_realises],
  ];
  for (const [field, text] of texts) {
    const refusal = text ? unprintable(text) : null;
    if (refusal === null) continue;
    const remedy = `Corrigez ${field} dans une nouvelle demande\u00A0: aucun crédit n’a été débité.`;
    throw new AppError('invalid_input', { non_field_errors: [`${refusal} ${remedy}`] });
  }
}

/** For a draft declared before contradictions were refused. Throws `invalid_input`, which says which answers. */
export function refuseContradictory({ declarations }: StatementRow): void {
  const [fault] = declarations === null ? [] : contradictionsIn(declarations);
  if (fault === undefined) return;
  throw new AppError('invalid_input', { non_field_errors: [`${fault.sentence} Aucun crédit n’a été débité.`] });
}

export async function requireStatement(deps: Deps, owned: { accountId: number; id: number }): Promise<StatementRow> {
  const statement = await findStatement(deps.db, owned);
  if (statement === undefined) throw new AppError('not_found', 'Pas trouvé.');
  return statement;
}
