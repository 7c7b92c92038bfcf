import { ChevronDown } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { typeset } from '#lib/typeset.ts';
import { AdvertMention } from './advert-mention.tsx';
import styles from './help-page.module.css';
import type { Question, QuestionGroup } from './question.ts';
import { QUESTION_GROUPS } from './questions.ts';

/** What people ask, most often before they buy. Each answer has an address of its own. */
export function HelpPage() {
  const { hash } = useLocation();
  useEffect(() => {
    // The page comes after the address: the browser has not found the question in it.
    const asked = document.getElementById(hash.slice(1));
    if (asked instanceof HTMLDetailsElement) asked.open = true;
    asked?.scrollIntoView();
  }, [hash]);
  return (
    <div className={`page ${styles.page}`}>
      <header className={styles.head}>
        <h1>Aide</h1>
        <p>
          Les questions que l’on nous pose. La vôtre n’y est pas&nbsp;? Écrivez-nous par «&nbsp;Contact&nbsp;», en bas
          de page.
        </p>
      </header>
      <nav className={styles.contents} aria-labelledby="sommaire">
        <h2 id="sommaire">Sujets</h2>
        <ul>
          {QUESTION_GROUPS.map(({ id, title }) => (
            <li key={id}>
              <Link to={`#${id}`}>{title}</Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.groups}>
        {QUESTION_GROUPS.map((group) => (
          <Group key={group.id} group={group} />
        ))}
      </div>
    </div>
  );
}

function Group({ group: { id, title, questions } }: { group: QuestionGroup }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {questions.map((question) => (
        <Answer key={question.id} question={question} />
      ))}
    </section>
  );
}

function Answer({ question: { id, question, answer, link } }: { question: Question }) {
  return (
    <details id={id} className={styles.question}>
      <summary>
        <h3>{typeset(question)}</h3>
        <ChevronDown aria-hidden="true" />
      </summary>
      <div className={styles.answer}>
        {answer.map((paragraph) => (
          <p key={paragraph}>{typeset(paragraph)}</p>
        ))}
        {id === 'annonce' && <AdvertMention />}
        {link && (
          <p>
            <Link to={link.to}>{link.label}</Link>
          </p>
        )}
      </div>
    </details>
  );
}
