import { declare } from '@clairisque/contract/issuance.ts';
import { type Declarations } from '@clairisque/contract/common/declarations.ts';
import { useRef, useState } from 'react';
import { createStatement } from '#responses/statements.ts';
import { ApiFailure, call } from '#lib/api.ts';
import { isAnswered, settleDeclarations } from '#features/drafts/declarations.ts';
import { creationBody, type Draft } from '#features/drafts/draft.ts';
import { sendPreparedAnswers } from '#features/questions/prepared-answers.ts';

/** `erpId` of the new statement, or why it was not created. */
export type Creation =
  | { erpId: number }
  | { refusal: 'signed-out' }
  | { refusal: 'no-credit' }
  | { refusal: 'failure'; error: unknown };

/** Creates the statement and adds the owner's declarations, if any. One at a time: a second click is ignored. */
export function useStatementCreation() {
  const isBusy = useRef(false);
  const [isCreating, setCreating] = useState(false);

  async function create(draft: Draft, declarations: Declarations): Promise<Creation | null> {
    if (isBusy.current) return null;
    isBusy.current = true;
    setCreating(true);
    try {
      const { erp_id: erpId } = await call(createStatement, { body: creationBody(draft) });
      const settled = settleDeclarations(declarations, draft.transaction === 'Location');
      if (isAnswered(settled)) await call(declare, { params: { erp_id: String(erpId) }, body: settled });
      await sendPreparedAnswers(erpId, draft.codeParcelle);
      return { erpId };
    } catch (error) {
      return refusalOf(error);
    } finally {
      isBusy.current = false;
      setCreating(false);
    }
  }
  return { create, isCreating };
}

function refusalOf(error: unknown): Creation {
  const status = error instanceof ApiFailure ? error.status : null;
  if (status === 401) return { refusal: 'signed-out' };
  return status === 402 ? { refusal: 'no-credit' } : { refusal: 'failure', error };
}
