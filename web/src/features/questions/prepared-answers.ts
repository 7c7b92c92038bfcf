import type { GivenAnswer } from '@clairisque/contract/common/questions.ts';
import { GivenAnswers } from '@clairisque/contract/common/questions.ts';
import { answerQuestions } from '@clairisque/contract/questions.ts';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '#lib/api.ts';
import { forgetTab, readTab, writeTab } from '#lib/storage.ts';

/** Given at step 2, before the document exists; with their parcel, as the declarations. */
const Kept = z.object({ codeParcelle: z.string(), reponses: GivenAnswers });

function keptAnswers(codeParcelle: string): GivenAnswer[] {
  const kept = Kept.safeParse(readTab('reponses_preparees'));
  return kept.success && kept.data.codeParcelle === codeParcelle ? kept.data.reponses : [];
}

export function usePreparedAnswers(codeParcelle: string): [GivenAnswer[], (answer: GivenAnswer) => void] {
  const [answers, setAnswers] = useState(() => keptAnswers(codeParcelle));
  const keep = (answer: GivenAnswer) => {
    const reponses = [...answers.filter(({ question }) => question !== answer.question), answer];
    setAnswers(reponses);
    writeTab('reponses_preparees', { codeParcelle, reponses });
  };
  return [answers, keep];
}

/** Sends them with the statement just created: its document prints those that it would leave open. */
export async function sendPreparedAnswers(erpId: number, codeParcelle: string): Promise<void> {
  const reponses = keptAnswers(codeParcelle);
  if (reponses.length > 0) await call(answerQuestions, { params: { erp_id: String(erpId) }, body: { reponses } });
  forgetTab('reponses_preparees');
}
