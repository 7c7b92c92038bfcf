import { AnswersV3 } from '@clairisque/contract/api-v3.questions.ts';
import { StatementKey } from '@clairisque/contract/common/v3.ts';
import { z } from 'zod';
import { numberOf } from '#features/api-keys/api-keys.ts';
import { listQuestionsOf, propose } from '#features/api-v3/api-v3.ts';
import { tool } from './tool.service.ts';

export const questionsTool = tool({
  name: 'list_questions',
  title: 'List what a statement leaves open',
  description:
    'Questions that the printed form leaves to its owner, and the answers given since. Answers are the owner’s: ask the user, or propose them with propose_answers; only a person declares. Questions que le formulaire imprimé laisse au propriétaire, et les réponses données depuis. Les réponses sont celles du propriétaire : demandez-les à l’utilisateur, ou proposez-les par propose_answers ; seule une personne déclare.',
  scope: 'read',
  input: z.strictObject({ statement_id: StatementKey }),
  async run(deps, { accountId }, { statement_id: key }) {
    const listed = await listQuestionsOf(deps, { accountId, id: numberOf(deps.mode, key) });
    return {
      en: `${listed.open} questions are open. Nothing was answered: show them to the user, who answers.`,
      fr: `${listed.open} questions sont ouvertes. Rien n’a été répondu : montrez-les à l’utilisateur, qui répond.`,
      data: listed,
    };
  },
});

export const proposeTool = tool({
  name: 'propose_answers',
  title: 'Propose answers to the owner',
  description:
    'Shows answers to the owner, who accepts or refuses them on the site: nothing is declared or printed before, and a later proposal takes the place of this one. Propose only what the user or a document says, never a guess: a false declaration engages the owner. Présente des réponses au propriétaire, qui les accepte ou les refuse sur le site : rien n’est déclaré ni imprimé avant, et une proposition suivante remplace celle-ci. Ne proposez que ce que dit l’utilisateur ou une pièce, jamais une supposition : une fausse déclaration engage le propriétaire.',
  scope: 'issue',
  throttle: 'api-issue',
  hints: { readOnlyHint: false, destructiveHint: false },
  input: z.strictObject({ statement_id: StatementKey, answers: AnswersV3 }),
  async run(deps, { accountId, key }, { statement_id: statement, answers }) {
    const owned = { accountId, id: numberOf(deps.mode, statement) };
    const proposed = await propose(deps, owned, { keyId: key.id, answers });
    const { length } = proposed.proposal.answers;
    return {
      en: `${length} answers are proposed, none is declared. The owner accepts or refuses them at ${proposed.proposal.url}.`,
      fr: `${length} réponses sont proposées, aucune n’est déclarée. Le propriétaire les accepte ou les refuse à ${proposed.proposal.url}.`,
      data: proposed,
    };
  },
});
