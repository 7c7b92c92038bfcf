import { z } from 'zod';
import { StatementId, BODY_LIMIT, route } from './common/route.ts';
import {
  AnswerValue,
  GivenAnswers,
  MOST_ANSWERS,
  QUESTION_KINDS,
  QuestionId,
  WHO_ANSWERS,
} from './common/questions.ts';
import { TransactionType } from './common/declarations.ts';
import { emailField, printedText, shownText } from './common/text.ts';

const tags = ['Questions'] as const;

/** An answer that is kept: who gave it, and when. */
export const KeptAnswer = z.object({
  valeur: AnswerValue,
  /** « Oui », « 12 mars 2019 », « Deux arrêtés : … » */
  en_mots: z.string(),
  /** « le propriétaire », or the name of who certified it. */
  declare_par: z.string(),
  declare_le: z.iso.datetime(),
  /** The request whose link it came from; null for the owner's own. */
  demande: z.uuid().nullable(),
  /** The current edition prints it. */
  imprimee: z.boolean(),
});

/** A question that the printed form leaves open, or whose answer this account gave. */
export const Question = z.object({
  id: QuestionId,
  /** Letter of the form's block; null for the head, the disasters, the noise and the attestation. */
  bloc: z.string().nullable(),
  bloc_titre: z.string(),
  /** The plan, the aerodrome or the document that it is about, in words. */
  sujet: z.string().nullable(),
  /** One question, in plain French. */
  libelle: z.string(),
  /** Meaning of the answer, and where to find it. */
  aide: z.string(),
  /** One line. */
  loi: z.string(),
  nature: z.enum(QUESTION_KINDS),
  /** Boxes of « choix », and of « oui_non » with other words. */
  choix: z.array(z.object({ cle: z.string(), libelle: z.string() })).optional(),
  /** A choice of several: an array of keys. */
  plusieurs: z.boolean().optional(),
  /** The commune's decrees for « arretes », latest first. */
  arretes: z
    .array(
      z.object({
        code: z.string(),
        alea: z.string(),
        debut: z.string().nullable(),
        fin: z.string().nullable(),
        arrete: z.string().nullable(),
      }),
    )
    .optional(),
  longueur_max: z.int().optional(),
  date_min: z.iso.date().optional(),
  date_max: z.iso.date().optional(),
  min: z.int().optional(),
  max: z.int().optional(),
  /** `sans_objet` is an answer too. */
  sans_objet: z.boolean(),
  repond: z.enum(WHO_ANSWERS),
  /** Asked only when that other question has that answer; `*`: any but « non », « sans objet » and an empty list. */
  si: z.object({ question: QuestionId, valeur: z.string() }).nullable(),
  /** `a_confirmer`: answered before a renewal, and it may have changed; the document leaves it open. */
  etat: z.enum(['ouverte', 'repondue', 'a_confirmer']),
  reponse: KeptAnswer.nullable(),
  /** A public source says this instead; printed beside the answer. */
  contradiction: z.string().nullable(),
});
export type Question = z.infer<typeof Question>;

/** The whole checklist of a statement. */
export const Questions = z.object({
  reference: z.string(),
  /** Confirmed, or as the owner typed it. */
  adresse: z.string().nullish(),
  type: TransactionType.nullish(),
  questions: z.array(Question),
  /** Still to answer. */
  ouvertes: z.int(),
  /** Answers that the current edition does not print yet. */
  a_imprimer: z.int(),
  /** Completed editions that are left, out of twenty. */
  editions_restantes: z.int(),
  /** Why it cannot be completed now, in one sentence; null when it can. */
  refus: z.string().nullable(),
});
export type Questions = z.infer<typeof Questions>;

/** 404 for a draft, 409 for a document made before questions were kept. */
export const listQuestions = route({
  method: 'GET',
  url: '/api/v2/erp/:erp_id/questions/',
  config: { access: 'required' },
  schema: {
    tags,
    summary: 'Questions qu’un état des risques laisse ouvertes',
    params: StatementId,
    response: { 200: Questions },
  },
});

const Given = z.object({ reponses: GivenAnswers });

/**
 * Keeps answers, one or several; all of them or none. A draft keeps those that its document will leave open. 400 with
 * one sentence for each answer that is refused, under its question's id.
 */
export const answerQuestions = route({
  method: 'PUT',
  url: '/api/v2/erp/:erp_id/questions/reponses/',
  config: { access: 'required' },
  bodyLimit: BODY_LIMIT.statement,
  schema: {
    tags,
    summary: 'Répondre à des questions',
    params: StatementId,
    body: Given,
    response: {
      200: z.object({ ouvertes: z.int().nullable(), a_imprimer: z.int(), contradictions: z.array(z.string()) }),
    },
  },
});

export const CompletedEdition = z.object({
  edition: z.int(),
  /** `ERP-2026-000123-C1` */
  reference: z.string(),
  /** That of the document that it completes. */
  emis_le: z.iso.date(),
  expire_le: z.iso.date(),
  complete_le: z.iso.datetime(),
  ouvertes: z.int(),
});

/**
 * Prints a completed edition with the answers, free: same facts, same dates. 200 with the current one when it has every
 * answer already.
 */
export const completeStatement = route({
  method: 'POST',
  url: '/api/v2/erp/:erp_id/completer/',
  config: { access: 'required', throttle: 'generation', priority: 'paid', hasOwnQueue: true },
  schema: {
    tags,
    summary: 'Compléter un état des risques',
    params: StatementId,
    response: { 200: CompletedEdition, 201: CompletedEdition },
  },
});

/** In the state `proposee`, a program gave the answers: nobody certified them, and the owner decides. */
const REQUEST_STATES = ['ouverte', 'proposee', 'certifiee', 'acceptee', 'refusee', 'expiree', 'revoquee'] as const;

/** A link by which someone who knows answers, as the owner sees it. */
export const AnswerRequest = z.object({
  id: z.uuid(),
  /** `{site}/questions/{jeton}` */
  url: z.string(),
  /** The person who is asked, in the owner's words. */
  libelle: z.string(),
  /** Mailed there; null for a link that its owner sends. */
  email: z.string().nullable(),
  /** The program that proposes the answers, by the name of its key; null for a link. */
  proposee_par: z.string().nullish(),
  etat: z.enum(REQUEST_STATES),
  questions: z.array(z.object({ id: QuestionId, libelle: z.string(), sujet: z.string().nullable() })),
  cree_le: z.iso.datetime(),
  /** Last day. */
  expire_le: z.iso.date(),
  revoquee_le: z.iso.datetime().nullable(),
  relancee_le: z.iso.datetime().nullable(),
  ouvertures: z.int(),
  /** The person who certified; null before. */
  repondant: z.object({ nom: z.string(), email: z.string(), certifie_le: z.iso.datetime() }).nullable(),
  /** Certified, or saved so far. */
  reponses: z.array(
    z.object({
      question: QuestionId,
      libelle: z.string(),
      valeur: AnswerValue,
      en_mots: z.string(),
      contradiction: z.string().nullable(),
    }),
  ),
  decidee_le: z.iso.datetime().nullable(),
});
export type AnswerRequest = z.infer<typeof AnswerRequest>;

/** Newest first. */
export const listAnswerRequests = route({
  method: 'GET',
  url: '/api/v2/erp/:erp_id/demandes/',
  config: { access: 'required' },
  schema: {
    tags,
    summary: 'Demandes de réponses',
    params: StatementId,
    response: { 200: z.array(AnswerRequest) },
  },
});

/** `questions`: every open one by default. `email`: the link is mailed there, and reminded once. */
export const createAnswerRequest = route({
  method: 'POST',
  url: '/api/v2/erp/:erp_id/demandes/',
  config: { access: 'required', throttle: 'order' },
  bodyLimit: BODY_LIMIT.form,
  schema: {
    tags,
    summary: 'Demander des réponses à la personne qui sait',
    params: StatementId,
    body: z.object({
      libelle: shownText(100).default(''),
      email: emailField().optional(),
      questions: z.array(QuestionId).min(1).max(MOST_ANSWERS).optional(),
    }),
    response: { 201: AnswerRequest },
  },
});

const RequestId = z.object({ demande_id: z.uuid() });

/** Idempotent. What was certified stays. */
export const revokeAnswerRequest = route({
  method: 'DELETE',
  url: '/api/v2/demandes/:demande_id/',
  config: { access: 'required' },
  schema: { tags, summary: 'Révoquer une demande', params: RequestId, response: { 200: AnswerRequest } },
});

/** Accepted answers are kept with the statement; refused ones stay as evidence, and change nothing. */
export const decideAnswerRequest = route({
  method: 'POST',
  url: '/api/v2/demandes/:demande_id/decision/',
  config: { access: 'required' },
  bodyLimit: BODY_LIMIT.choice,
  schema: {
    tags,
    summary: 'Accepter ou refuser des réponses',
    params: RequestId,
    body: z.object({ accepte: z.boolean() }),
    response: { 200: AnswerRequest },
  },
});

/** Guessed tokens are counted by network address; all get the same 404. */
const Token = z.object({ jeton: z.string().max(100) });

/** A visitor reads this, without an account. */
export const AskedQuestions = z.object({
  adresse: z.string(),
  adresse_confirmee: z.boolean(),
  commune: z.string().nullable(),
  type: TransactionType,
  reference: z.string(),
  specimen: z.boolean(),
  /** Who asks: the company, the person, or the e-mail of the account. */
  demandeur: z.string(),
  libelle: z.string(),
  /** Last day. */
  expire_le: z.iso.date(),
  /** Consequences of a false answer. */
  engagement: z.string(),
  questions: z.array(Question),
  /** Grows with each saved answer: sent back to certify what was read. */
  version: z.int(),
  /** Certified already: nothing changes any more. */
  certification: z.object({ nom: z.string(), certifie_le: z.iso.datetime() }).nullable(),
});
export type AskedQuestions = z.infer<typeof AskedQuestions>;

/** Unknown, revoked and expired links get the same 404. */
export const openAnswerRequest = route({
  method: 'GET',
  url: '/api/v2/reponses/:jeton/',
  config: { access: 'none', throttle: 'answers', priority: 'paid' },
  schema: { tags, summary: 'Lire les questions d’une demande', params: Token, response: { 200: AskedQuestions } },
});

/** Saved one at a time, until the certification. 409 once someone has certified. */
export const answerByLink = route({
  method: 'PUT',
  url: '/api/v2/reponses/:jeton/reponses/',
  config: { access: 'none', throttle: 'answers', priority: 'paid' },
  bodyLimit: BODY_LIMIT.statement,
  schema: {
    tags,
    summary: 'Répondre par un lien',
    params: Token,
    body: Given,
    response: { 200: z.object({ version: z.int(), contradictions: z.array(z.string()) }) },
  },
});

/** `version`: that of the answers that were read. 409 when another person has changed one since. */
export const certifyAnswers = route({
  method: 'POST',
  url: '/api/v2/reponses/:jeton/certification/',
  config: { access: 'none', throttle: 'order', priority: 'paid' },
  bodyLimit: BODY_LIMIT.form,
  schema: {
    tags,
    summary: 'Certifier ses réponses',
    params: Token,
    body: z.object({
      nom: printedText(150).min(1, 'Le nom est requis.'),
      email: emailField(),
      version: z.int().min(0),
      certifie: z.literal(true, { error: 'Cochez la case « je certifie » pour continuer.' }),
    }),
    response: {
      201: z.object({
        certifie_le: z.iso.datetime(),
        reponses: z.array(z.object({ question: QuestionId, libelle: z.string(), en_mots: z.string() })),
      }),
    },
  },
});
