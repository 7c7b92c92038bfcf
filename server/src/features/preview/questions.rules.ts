import type { TransactionType } from '@clairisque/contract/common/declarations.ts';
import type { Preview } from '@clairisque/contract/preview.ts';
import { Temporal } from 'temporal-polyfill';
import type { Question } from '#domain/questions/question.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { Facts } from '#domain/risks/facts.ts';
import { assessRisks } from '#domain/headings/assess.ts';
import { expiryDate, parisDate } from '#domain/risks/validity.ts';
import { NOTHING_BOUND } from '#domain/statement-document/bound.ts';
import { openQuestions } from '#domain/statement-document/form.ts';
import type { StatementInput } from '#domain/statement-document/input.ts';
import { viewQuestion } from '#features/questions/questions.ts';

/**
 * Questions that the document of a sale will leave open for sure, whatever sources answer later; those of a sale alone are
 * marked. The wizard asks the declarations and the parties by itself.
 */
export function questionsBefore(facts: Facts, place: Place, now: Date): NonNullable<Preview['questions']> {
  const today = parisDate(now.toISOString());
  const [sale, lease] = (['Vente', 'Location'] as const).map((transaction) =>
    openQuestions(inputOf(facts, place, { transaction, now })),
  );
  const ofLease = new Set((lease ?? []).map(({ id }) => id));
  return (sale ?? []).filter(isKnownBefore).map((question) => ({
    ...viewQuestion(question, { row: undefined, answers: [], printed: 0, today }),
    ...(!ofLease.has(question.id) && { vente_seulement: true }),
  }));
}

/** Works and disasters are declarations; pieces and signatures come with the document. */
const ASKED_APART = /^(?:I|J|K|sinistres|lot|parties|signature)\.|\.travaux(?:-realises)?$/u;
/** A heading that was not obtained may be known when the document is made: only what does not depend on it. */
const SURE = /^(?:tete|attestation)\.|^E\.installation-classee$|^G\.(?:prescriptions|demolition)$/u;

const isKnownBefore = ({ id, subject }: Question): boolean =>
  !ASKED_APART.test(id) && (subject !== null || SURE.test(id));

type Asked = { transaction: TransactionType; now: Date };

/** Input of the document, without what changes no question. */
function inputOf(facts: Facts, place: Place, { transaction, now }: Asked): StatementInput {
  const issuedAt = Temporal.Instant.from(now.toISOString());
  const issuedOn = parisDate(issuedAt);
  return {
    findings: assessRisks(facts, place),
    place,
    address: { state: 'declared', typed: '', doubt: { kind: 'no-answer' }, obtainedAt: null },
    statement: {
      reference: '',
      issuedAt,
      issuedOn,
      expiresOn: expiryDate(issuedOn),
      transaction,
      seller: '',
      buyer: '',
      declarations: null,
      specimen: false,
      hasLogo: false,
      verificationUrl: '',
    },
    changes: [],
    replaces: null,
    templateVersion: '',
    maps: null,
    planDocuments: [],
    boundPages: [],
    fiches: [],
    bound: NOTHING_BOUND,
    planPerimeters: null,
    buildings: null,
  };
}
