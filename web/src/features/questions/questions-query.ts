import type { AnswerValue } from '@clairisque/contract/common/questions.ts';
import {
  answerQuestions,
  listAnswerRequests,
  listQuestions,
  type AnswerRequest,
} from '@clairisque/contract/questions.ts';
import { queryOptions } from '@tanstack/react-query';
import { retryHint } from '#features/accounts/refusal.ts';
import { ApiFailure, call } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { newContradictions, withAnswer } from './asked.ts';

/** An answer is kept, with what a source says otherwise, or refused, in one sentence. */
export type Saved = { contradictions: readonly string[] } | { fault: string };
export type Save = (value: AnswerValue) => Promise<Saved>;

/** A question being answered. */
export type Answering = {
  value: AnswerValue;
  give: (value: AnswerValue) => void;
  /** Being saved; undefined otherwise. */
  pending: AnswerValue | undefined;
  fault: string | null;
  refuse: (fault: string) => void;
  contradictions: readonly string[];
  isContradicted: boolean;
};

export const questionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['questions', id],
    queryFn: ({ signal }) => call(listQuestions, { params: { erp_id: id }, signal }),
    // The person who was asked may be answering.
    staleTime: 0,
  });

/** The owner waits for the answers. */
const WATCHING_POLL_MS = 10_000;

export const requestsQuery = (id: string) =>
  queryOptions({
    queryKey: ['answer-requests', id],
    queryFn: ({ signal }) => call(listAnswerRequests, { params: { erp_id: id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ?? []).some(({ etat }) => etat === 'ouverte') && WATCHING_POLL_MS,
  });

/** Shows a request just created or changed before the list is fetched again. */
export function showRequest(id: string, request: AnswerRequest): void {
  queryClient.setQueryData(requestsQuery(id).queryKey, (known: AnswerRequest[] = []) =>
    known.some((one) => one.id === request.id)
      ? known.map((one) => (one.id === request.id ? request : one))
      : [request, ...known],
  );
}

const NOT_SAVED = 'Votre réponse n’a pas été enregistrée. Réessayez.';

/** Keeps one answer, and shows it without asking for the whole list again. */
export async function saveAnswer(id: string, question: string, valeur: AnswerValue): Promise<Saved> {
  const { queryKey } = questionsQuery(id);
  try {
    const body = { reponses: [{ question, valeur }] };
    const { ouvertes, a_imprimer, contradictions: all } = await call(answerQuestions, { params: { erp_id: id }, body });
    // A list on its way would have the former answer.
    await queryClient.cancelQueries({ queryKey });
    const known = queryClient.getQueryData(queryKey);
    if (known === undefined) return { contradictions: all };
    const contradictions = newContradictions(known.questions, question, all);
    const given = { question, value: valeur, contradiction: contradictions[0] ?? null };
    const questions = withAnswer(known.questions, given);
    queryClient.setQueryData(queryKey, { ...known, questions, ouvertes: ouvertes ?? known.ouvertes, a_imprimer });
    return { contradictions };
  } catch (error) {
    // The question may have gone, or its document changed.
    if (error instanceof ApiFailure && error.status !== null) void queryClient.invalidateQueries({ queryKey });
    return { fault: retryHint(error) ?? refusalSentence(error) ?? NOT_SAVED };
  }
}
