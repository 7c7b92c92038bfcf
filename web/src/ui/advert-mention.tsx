import { Copy } from 'lucide-react';
import { copyText } from '#lib/toasts.ts';
import { Button } from '#ui/button.tsx';
import styles from './advert-mention.module.css';
import { MENTION } from '#lib/advert-mention.ts';

export const COPY_MENTION = 'Copier la mention pour l’annonce';

export function copyMention(): void {
  void copyText(MENTION, 'Mention copiée. Collez-la dans votre annonce.');
}

/** The sentence, to read, to select or to copy. */
export function AdvertMention() {
  return (
    <figure className={styles.mention}>
      <blockquote>{MENTION}</blockquote>
      <Button variant="secondary" icon={<Copy aria-hidden="true" />} onClick={copyMention}>
        {COPY_MENTION}
      </Button>
    </figure>
  );
}
