import { Copy } from 'lucide-react';
import { copyText } from '#lib/toasts.ts';
import { IconButton } from '#ui/button.tsx';
import styles from './code-block.module.css';

type CodeBlockProps = {
  /** What it is: a file's name, « Requête ». */
  label: string;
  /** Replaces what may have been rendered for another site's address. */
  code: string;
  /** Language of the page; French by default. */
  lang?: 'en';
  /** Colours of JSON. */
  isJson?: boolean;
  className?: string | undefined;
};

/** Code to read and to copy. Long lines wrap: a box that scrolls would be one more stop for the keyboard. */
export function CodeBlock({ label, code, lang, isJson = false, className }: CodeBlockProps) {
  return (
    <figure aria-label={label} className={[styles.block, className].filter(Boolean).join(' ')}>
      <figcaption className={styles.bar}>
        {label}
        <IconButton
          label={lang === 'en' ? `Copy: ${label}` : `Copier\u00A0: ${label}`}
          onClick={() => void copyText(code, 'Copié.')}
        >
          <Copy aria-hidden="true" />
        </IconButton>
      </figcaption>
      <pre className={styles.code} lang="en" translate="no">
        <code suppressHydrationWarning>{isJson ? coloured(code) : code}</code>
      </pre>
    </figure>
  );
}

/** A key with its colon, a text, or a number and the like. */
const TOKENS = /("(?:[^"\\]|\\.)*"(?=\s*:))|("(?:[^"\\]|\\.)*")|\b(-?\d+(?:\.\d+)?|true|false|null)\b/g;
const KINDS = ['key', 'text', 'value'] as const;

function coloured(json: string) {
  const parts = [];
  let end = 0;
  for (const match of json.matchAll(TOKENS)) {
    const kind = KINDS.find((_, rank) => match[rank + 1] !== undefined);
    parts.push(
      json.slice(end, match.index),
      <span key={match.index} data-kind={kind}>
        {match[0]}
      </span>,
    );
    end = match.index + match[0].length;
  }
  return [...parts, json.slice(end)];
}

/** The site's address in examples: prerendered pages get it when they are served. */
export const SITE = import.meta.env.SSR ? '__PUBLIC_URL__' : location.origin;
