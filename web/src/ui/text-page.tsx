import { Fragment, useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import styles from './text-page.module.css';

/** An entry of the contents: `id` is a heading's on that page. */
export type TextEntry = {
  id: string;
  title: string;
  /** Language of the title, when it is not French. */
  lang?: string;
  /** Names it and those that follow, in the contents. */
  group?: { title: string; lang?: string };
};

type TextPageProps = {
  title: string;
  /** Language of the whole page, when it is not French. */
  lang?: 'en';
  lead?: ReactNode;
  /** Above and below the title, for more than a sentence. */
  above?: ReactNode;
  below?: ReactNode;
  /** A list of sections stands beside the text on a wide screen, otherwise before it. */
  contents?: { title: string; entries: readonly TextEntry[]; isNumbered?: boolean };
  children: ReactNode;
};

/** A page to read: its title, its contents, then sections under their headings. */
export function TextPage({ title, lang, lead, above, below, contents, children }: TextPageProps) {
  const { hash } = useLocation();
  useEffect(() => {
    // The page renders after the navigation: the browser has not found the heading.
    document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <div className={`page ${styles.page}`} lang={lang} data-contents={contents !== undefined}>
      <header className={styles.head}>
        {above}
        <h1>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        {below}
      </header>
      {contents && <Contents {...contents} />}
      <div className={styles.text}>{children}</div>
    </div>
  );
}

function Contents({ title, entries, isNumbered = false }: NonNullable<TextPageProps['contents']>) {
  const List = isNumbered ? 'ol' : 'ul';
  return (
    <nav className={styles.contents} aria-labelledby="sommaire">
      <p id="sommaire">{title}</p>
      {groupsOf(entries).map((entries) => (
        <Fragment key={entries[0]?.id}>
          {entries[0]?.group && (
            <p className={styles.group} lang={entries[0].group.lang}>
              {entries[0].group.title}
            </p>
          )}
          <List>
            {entries.map((entry) => (
              <li key={entry.id}>
                <a href={`#${entry.id}`} lang={entry.lang}>
                  {entry.title}
                </a>
              </li>
            ))}
          </List>
        </Fragment>
      ))}
    </nav>
  );
}

function groupsOf(entries: readonly TextEntry[]): TextEntry[][] {
  const groups: TextEntry[][] = [];
  for (const entry of entries) {
    const current = groups.at(-1);
    if (current === undefined || entry.group !== undefined) groups.push([entry]);
    else current.push(entry);
  }
  return groups;
}

type TextSectionProps = TextEntry & {
  /** Number in the contents; the caller adds the full stop. */
  number?: string;
  /** A table or cards: full width, instead of the width of a text line. */
  isWide?: boolean;
  children: ReactNode;
};

/** `id` is its anchor and focus target. Not a landmark: sixteen of them would hide the page's own. */
export function TextSection({ id, title, lang, number, isWide = false, children }: TextSectionProps) {
  return (
    <section className={styles.section} data-wide={isWide}>
      <h2 id={id} tabIndex={-1} lang={lang}>
        {number && <span className={styles.number}>{number} </span>}
        {title}
      </h2>
      {children}
    </section>
  );
}
