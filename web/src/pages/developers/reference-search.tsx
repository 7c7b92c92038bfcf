import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { TextField } from '#ui/field.tsx';
import { foundIn } from './reference-index.ts';
import styles from './reference.module.css';

/** Above that, another word says more than a longer list. */
const MOST_SHOWN = 20;

/** Searches calls, objects, fields and codes of the whole reference. */
export function ReferenceSearch() {
  const [words, setWords] = useState('');
  const asked = useDeferredValue(words).trim();
  const found = asked === '' ? [] : foundIn(asked);
  return (
    <search className={styles.search}>
      <TextField
        label="Search the reference"
        type="search"
        autoComplete="off"
        spellCheck={false}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <output className={styles.count}>{asked !== '' && countOf(found.length)}</output>
      {found.length > 0 && (
        <ul className={styles.results}>
          {found.slice(0, MOST_SHOWN).map(({ title, kind, to }) => (
            <li key={`${to} ${title}`}>
              <Link to={to} onClick={() => setWords('')}>
                {title}
              </Link>{' '}
              <span className={styles.type}>{kind}</span>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}

function countOf(count: number): string {
  if (count === 0) return 'Nothing found.';
  if (count > MOST_SHOWN) return `${count} results; the first ${MOST_SHOWN} are shown.`;
  return count === 1 ? '1 result.' : `${count} results.`;
}
