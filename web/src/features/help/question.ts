/** A question of the help page, as data: search engines are told the same. Plain spaces: `typeset` makes them French. */
export type Question = {
  /** Its anchor on the page. */
  id: string;
  question: string;
  /** One string a paragraph. */
  answer: readonly string[];
  link?: { to: string; label: string };
};

export type QuestionGroup = { id: string; title: string; questions: readonly Question[] };
