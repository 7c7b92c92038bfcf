/** Art. R125-25 of the Code de l'environnement: verbatim in every advert, for sale or for rent, in any medium. */
export const MENTION =
  'Les informations sur les risques auxquels ce bien est exposé sont disponibles sur le site Géorisques : www.georisques.gouv.fr';

/**
 * A question of the help page, as data: search engines get the same. Plain spaces: `typeset` adds French typography.
 */
export type Question = {
  /** Anchor on the page. */
  id: string;
  question: string;
  /** One string per paragraph. */
  answer: readonly string[];
  link?: { to: string; label: string };
};

export type QuestionGroup = { id: string; title: string; questions: readonly Question[] };
