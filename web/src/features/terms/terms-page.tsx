import { TERMS, TERMS_VERSION } from '@clairisque/contract/terms.ts';
import { Printer } from 'lucide-react';
import { useEffect } from 'react';
import { typeset } from '#lib/typeset.ts';
import { Button } from '#ui/button.tsx';
import styles from './terms-page.module.css';

const versionDay = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long' });

/** The terms of sale, word for word as each order's confirmation carries them. */
export function TermsPage() {
  // The page comes after the address: the browser has not found the article in it.
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <div className={`page ${styles.page}`}>
      <header className={styles.head}>
        <h1>Conditions générales de vente</h1>
        <p>
          Version {TERMS_VERSION}, en vigueur depuis le{' '}
          <time dateTime={TERMS_VERSION}>{versionDay.format(new Date(`${TERMS_VERSION}T12:00`))}</time>.
        </p>
        <Button variant="secondary" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
          Imprimer
        </Button>
      </header>
      <nav className={styles.contents} aria-labelledby="sommaire">
        <h2 id="sommaire">Sommaire</h2>
        <ol>
          {TERMS.map(({ title }, index) => (
            <li key={title}>
              <a href={`#${idOf(index)}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.text}>
        {TERMS.map(({ title, paragraphs }, index) => (
          <section key={title} aria-labelledby={idOf(index)}>
            <h2 id={idOf(index)} tabIndex={-1}>
              <span className={styles.number}>{index + 1}.</span> {title}
            </h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{typeset(paragraph)}</p>
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

const idOf = (index: number): string => `article-${index + 1}`;
