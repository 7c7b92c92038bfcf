import { ChevronDown } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { typeset } from '#lib/typeset.ts';
import { TextPage, TextSection } from '#ui/text-page.tsx';
import { MENTION } from '#lib/advert-mention.ts';
import { AdvertMention } from '#ui/advert-mention.tsx';
import styles from './help-page.module.css';
import { QUESTION_GROUPS, type Question } from './questions.ts';

/** Frequent questions, mostly before buying. Each answer has its own URL. */
export function HelpPage() {
  const { hash } = useLocation();
  useEffect(() => {
    const asked = document.getElementById(hash.slice(1));
    if (asked instanceof HTMLDetailsElement) asked.open = true;
  }, [hash]);
  return (
    <TextPage
      title="Aide"
      lead={
        <>
          Les questions que l’on nous pose. La vôtre n’y est pas&nbsp;? Écrivez-nous par «&nbsp;Contact&nbsp;», en bas
          de page.
        </>
      }
      contents={{ title: 'Sujets', entries: QUESTION_GROUPS }}
    >
      {QUESTION_GROUPS.map(({ questions, ...heading }) => (
        <TextSection key={heading.id} {...heading}>
          {questions.map((question) => (
            <Answer key={question.id} question={question} />
          ))}
        </TextSection>
      ))}
    </TextPage>
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
        {answer.map((paragraph) =>
          paragraph === MENTION ? <AdvertMention key={paragraph} /> : <p key={paragraph}>{typeset(paragraph)}</p>,
        )}
        {link && (
          <p>
            <Link to={link.to}>{link.label}</Link>
          </p>
        )}
      </div>
    </details>
  );
}
