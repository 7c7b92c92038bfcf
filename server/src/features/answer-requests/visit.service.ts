import { requestKey, statementKey } from '@clairisque/contract/common/v3.ts';
import type { GivenAnswer } from '@clairisque/contract/common/questions.ts';
import type { AskedQuestions, certifyAnswers as certifyRoute } from '@clairisque/contract/questions.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { longFrenchMoment } from '#domain/french.ts';
import type { Answer, Question } from '#domain/questions/question.ts';
import { refusalOf } from '#domain/questions/values.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { lockAccountShared } from '#features/accounts/accounts.ts';
import { currentEdition, type Edition } from '#features/documents/documents.ts';
import { emitForAccount } from '#features/events/events.ts';
import { ownerName } from '#features/handovers/handovers.ts';
import { contradictionsAmong, givenAnswersNow, refuseAnswers, viewQuestion } from '#features/questions/questions.ts';
import { AppError } from '#platform/app-error.ts';
import { transact } from '#platform/db/db.ts';
import { refuseGuess } from '#platform/guards/rate-limit.ts';
import { linksKey, readSecretToken } from '#platform/security/secret-link.ts';
import {
  countOpening,
  findVisited,
  lockVisited,
  markCertified,
  saveAnswers,
  type RequestRow,
  type SavedAnswers,
  type VisitedRequest,
} from './answer-requests.queries.ts';
import { tellCertified } from './notices.service.ts';
import { ASKED, hasEnded, viewAnswers } from './view.service.ts';

/** A visitor's token and network address. */
export type Visit = { token: string; ip: string };
type Open = { request: VisitedRequest; edition: Edition; questions: Question[] };

/** Changes of answers under one link: more come from a program. */
const MOST_CHANGES = 1_000;

/**
 * Throws `not_found` for an unknown, revoked or ended link (indistinguishable), `too_many_requests` for guessing, and
 * `forbidden` while the owner's account is blocked, as a link of a hand-over does.
 */
async function requireOpen(deps: Deps, { token, ip }: Visit): Promise<Open> {
  const id = readSecretToken(await linksKey(deps.db), ASKED, token);
  const request = id === null ? undefined : await findVisited(deps.db, id);
  const edition = request && (await currentEdition(deps, { accountId: request.account_id, id: request.statement_id }));
  if (request === undefined || edition === undefined || hasEnded(deps, request)) return refuse(deps, ip);
  if (request.suspended) {
    throw new AppError(
      'forbidden',
      'Ce lien est suspendu\u00A0: le compte de la personne qui vous l’a envoyé est bloqué pour le moment. Répondez-lui directement.',
    );
  }
  const asked = new Set(request.questions);
  return { request, edition, questions: (edition.questions ?? []).filter((question) => asked.has(question.id)) };
}

const refuse = (deps: Pick<Deps, 'throttle'>, ip: string): Promise<never> =>
  refuseGuess(
    deps,
    ip,
    'Ce lien n’existe pas, ou il n’est plus valable\u00A0: demandez-en un autre à la personne qui vous l’a envoyé.',
  );

/** What the visitor reads, with the answers saved so far. Throws as `requireOpen`. */
export async function openAnswerRequest(deps: Deps, visit: Visit): Promise<AskedQuestions> {
  const { request, edition, questions } = await requireOpen(deps, visit);
  await countOpening(deps.db, request.id);
  const today = parisDate(deps.clock().toISOString());
  const { certified_at: at, respondent_name: nom } = request;
  const saved = savedIn(request, request.answers);
  return {
    adresse: edition.confirmedAddress ?? edition.adresse,
    adresse_confirmee: edition.confirmedAddress !== null,
    commune: edition.communeName,
    type: edition.type,
    reference: edition.reference,
    specimen: edition.specimen,
    demandeur: await ownerName(deps, request.account_id),
    libelle: request.label,
    expire_le: request.expires_on,
    engagement: edition.type === 'Vente' ? ENGAGEMENT.sale : ENGAGEMENT.lease,
    questions: questions.map((question) => {
      const answer = saved.find((one) => one.question === question.id);
      const row = answer && {
        question: question.id,
        version: 1,
        value: answer.value,
        declared_by: answer.by,
        declared_at: at ?? request.created_at,
        request_id: request.id,
      };
      return viewQuestion(question, { row, answers: saved, printed: 0, today });
    }),
    version: request.version,
    certification: at === null || nom === null ? null : { nom, certifie_le: at.toISOString() },
  };
}

const CALLS_IN =
  'Elles seront imprimées avec votre nom dans un document qui engage : une fausse réponse peut faire annuler le contrat ou en réduire';
const ENGAGEMENT = {
  sale: `Vos réponses informent l’acheteur. ${CALLS_IN} le prix (L. 125-5, V du code de l’environnement).`,
  lease: `Vos réponses informent le locataire. ${CALLS_IN} le loyer (L. 125-5, V du code de l’environnement).`,
};

function savedIn({ respondent_name: by }: RequestRow, answers: SavedAnswers): Answer[] {
  return Object.entries(answers).flatMap(([question, value]) =>
    value === null ? [] : [{ question, value, by: by ?? 'vous', on: '' }],
  );
}

/** Saved until the certification. Throws as `requireOpen`, `conflict`, `invalid_input`. */
export async function answerByLink(
  deps: Deps,
  visit: Visit,
  given: readonly GivenAnswer[],
): Promise<{ version: number; contradictions: string[] }> {
  const { request, edition, questions } = await requireOpen(deps, visit);
  refuseAnswers(questions, given, parisDate(deps.clock().toISOString()));
  const kept = await givenAnswersNow(deps, edition);
  const saved = await transact(deps, async (deps) => {
    const locked = await lockOpen(deps, request);
    if (locked === undefined) return undefined;
    if (locked.version >= MOST_CHANGES)
      throw new AppError(
        'conflict',
        'Ces réponses ont changé trop de fois\u00A0: certifiez-les, ou demandez un autre lien.',
      );
    const answers = {
      ...locked.answers,
      ...Object.fromEntries(given.map(({ question, valeur }) => [question, valeur])),
    };
    const together = [...kept.answers, ...savedIn(locked, answers)];
    const contradictions = contradictionsAmong(questions, together, kept.declarations);
    return { version: await saveAnswers(deps.db, locked.id, answers), contradictions };
  });
  return saved ?? refuse(deps, visit.ip);
}

/** Locks an open request; undefined when it was revoked, or erased with its account, meanwhile. */
async function lockOpen(deps: Deps, { id, account_id: accountId }: RequestRow): Promise<RequestRow | undefined> {
  if (!(await lockAccountShared(deps.db, accountId))) return undefined;
  const locked = await lockVisited(deps.db, id);
  if (locked?.certified_at != null) {
    const when = longFrenchMoment(locked.certified_at);
    throw new AppError('conflict', `Ces réponses ont déjà été certifiées le ${when}\u00A0: elles ne changent plus.`);
  }
  return locked;
}

type Certifier = z.output<(typeof certifyRoute)['schema']['body']>;
type Certified = z.input<(typeof certifyRoute)['schema']['response'][201]>;

/**
 * « Je certifie »: once for a link. What is certified is what was read: throws `conflict` when another visitor has changed
 * an answer since, or certified first; `invalid_input` without an answer. Throws as `requireOpen`.
 */
export async function certifyAnswers(deps: Deps, visit: Visit, certifier: Certifier): Promise<Certified> {
  const { request, edition, questions } = await requireOpen(deps, visit);
  const now = deps.clock();
  const today = parisDate(now.toISOString());
  const byId = new Map(questions.map((one) => [one.id, one]));
  const answers = await transact(deps, async (deps) => {
    const locked = await lockOpen(deps, request);
    if (locked === undefined) return undefined;
    if (locked.version !== certifier.version) throw new AppError('conflict', CHANGED);
    const answers = stillAsked(locked.answers, byId, today);
    if (Object.keys(answers).length === 0)
      throw new AppError('invalid_input', { version: ['Répondez à une question au moins avant de certifier.'] });
    await markCertified(deps.db, locked.id, {
      certified_at: now,
      respondent_name: certifier.nom,
      respondent_email: certifier.email,
      answers,
    });
    await tellCertified(deps, locked, certifier.email);
    await emitForAccount(deps, locked.account_id, {
      type: 'answers.received',
      data: {
        statement_id: statementKey(locked.statement_id, deps.mode),
        reference: edition.reference,
        answer_request_id: requestKey(locked.id, deps.mode),
        certified_at: now.toISOString(),
        metadata: request.metadata ?? {},
      },
    });
    return answers;
  });
  if (answers === undefined) return refuse(deps, visit.ip);
  const reponses = viewAnswers(answers, byId).map(({ question, libelle, en_mots }) => ({ question, libelle, en_mots }));
  return { certifie_le: now.toISOString(), reponses };
}

const CHANGED =
  'Une autre personne a changé une réponse pendant que vous répondiez\u00A0: relisez-les avant de certifier.';

/** Answers to questions that an update removed are not certified. */
function stillAsked(
  answers: SavedAnswers,
  byId: ReadonlyMap<string, Question>,
  today: Parameters<typeof refusalOf>[2],
): SavedAnswers {
  return Object.fromEntries(
    Object.entries(answers).filter(([id, value]) => {
      const question = byId.get(id);
      return question !== undefined && value !== null && refusalOf(question, value, today) === null;
    }),
  );
}
