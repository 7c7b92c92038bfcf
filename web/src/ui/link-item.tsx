import type { LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useFocusOnArrival } from '#lib/focus.ts';
import styles from './link-item.module.css';

type LinkItemProps = {
  title: string;
  state: ReactNode;
  /** Made just now: the reader continues from it. */
  isNew: boolean;
  children: ReactNode;
};

/** A secret link in a list: whose, its state, then what became of it. */
export function LinkItem({ title, state, isNew, children }: LinkItemProps) {
  const item = useFocusOnArrival<HTMLLIElement>(isNew);
  const titleId = useId();
  return (
    <li ref={item} tabIndex={-1} className={styles.item} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h3 id={titleId}>{title}</h3>
        {state}
      </div>
      {children}
    </li>
  );
}

type NoteProps = { tone?: 'doubt'; children: ReactNode };

export function LinkNote({ tone, children }: NoteProps) {
  return (
    <p className={styles.note} data-tone={tone}>
      {children}
    </p>
  );
}

type WayProps = { href: string; icon: LucideIcon; children: ReactNode };

/** A way to send the link by the device: its mail, its messages. */
export function WayLink({ href, icon: Icon, children }: WayProps) {
  return (
    <a className={styles.way} href={href}>
      <Icon aria-hidden="true" />
      {children}
    </a>
  );
}
