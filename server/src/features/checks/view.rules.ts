import type { Check, CHECK_STATES } from '@clairisque/contract/checks.ts';
import { enumeration, frenchDate, longFrenchMoment, typeset } from '#domain/french.ts';
import { parisDate } from '#domain/risks/validity.ts';
import type { CheckRow, Origin } from './checks.queries.ts';

type State = (typeof CHECK_STATES)[number];

const ENDED: Partial<Record<NonNullable<CheckRow['outcome']>, State>> = {
  unchanged: 'inchange',
  changed: 'change',
  dropped: 'abandonne',
  incomplete: 'incomplet',
};

function stateOf({ outcome, missing, running_until: until, next_at: next }: CheckRow, now: Date): State {
  if (outcome !== null) return ENDED[outcome] ?? 'abandonne';
  if (until !== null && until >= now) return 'en_cours';
  // Asked again at once, it waits for its answer.
  const isDue = next !== null && next <= now;
  return missing === null || isDue ? 'en_attente' : 'incomplet';
}

const onDay = (at: Date): string => frenchDate(parisDate(at.toISOString()));

/** One sentence, which never says more than the check. */
export function sentenceOf(row: CheckRow, now: Date): string {
  const at = row.ended_at ?? row.last_tried_at ?? row.asked_at;
  const words: Record<State, () => string> = {
    en_attente: () => 'Vérification demandée : les sources vont être interrogées.',
    en_cours: () => 'Vérification en cours : les sources sont interrogées.',
    inchange: () => `Vérifié le ${onDay(at)} : rien n’a changé.`,
    change: () =>
      `Vérifié le ${onDay(at)} : des informations ont changé, le document ${row.new_reference ?? ''} le remplace.`,
    incomplet: () => incomplete(row),
    abandonne: () => 'Vérification sans suite : le document a changé, a expiré, ou sa signature est faite.',
  };
  return typeset(words[stateOf(row, now)]());
}

function incomplete({ last_tried_at, asked_at, missing, next_at }: CheckRow): string {
  const names = enumeration((missing ?? []).map(({ title }) => `« ${title} »`));
  const next =
    next_at === null
      ? 'Les sources ne sont plus interrogées pour cette vérification.'
      : `Prochain essai le ${longFrenchMoment(next_at)}.`;
  return `Vérification incomplète le ${onDay(last_tried_at ?? asked_at)} : sans réponse pour ${names}, on ne peut pas dire que rien n’a changé. ${next}`;
}

type Outcome = Omit<Check, 'id' | 'origine' | 'changements'>;

const ALREADY = typeset(' Les sources qui ont répondu disent déjà autre chose que ce document.');

/** For whoever has the document, without an account: that it is no longer exact, not what a property is exposed to. */
export function viewOutcome(row: CheckRow, reference: string, now: Date): Outcome {
  const tried = row.ended_at ?? row.last_tried_at;
  const etat = stateOf(row, now);
  return {
    etat,
    phrase: `${sentenceOf(row, now)}${etat === 'incomplet' && row.sentences.length > 0 ? ALREADY : ''}`,
    demande_le: row.asked_at.toISOString(),
    fait_le: tried && tried.toISOString(),
    reference: row.document_reference ?? reference,
    attestation: attestedIn(row),
    nouvelle_edition: row.new_reference,
    non_obtenu: (row.missing ?? []).map(({ title, reason }) => ({ rubrique: title, raison: reason })),
    prochain_essai: nextTryOf(row),
  };
}

const attestedIn = ({ reference, file_sha256: sha256 }: CheckRow): Outcome['attestation'] =>
  reference === null || sha256 === null ? null : { reference, sha256 };

const nextTryOf = ({ ended_at, missing, next_at }: CheckRow): string | null =>
  ended_at === null && missing !== null && next_at !== null ? next_at.toISOString() : null;

const ORIGINS: Record<Origin, Check['origine']> = {
  date: 'date',
  activation: 'activation',
  owner: 'proprietaire',
  visitor: 'visiteur',
  key: 'programme',
};

/** For its owner. */
export const viewCheck = (row: CheckRow, reference: string, now: Date): Check => ({
  id: row.id,
  origine: ORIGINS[row.origin],
  changements: row.sentences,
  ...viewOutcome(row, reference, now),
  phrase: sentenceOf(row, now),
});
