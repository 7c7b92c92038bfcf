import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { announce } from '#lib/announce.ts';
import { useSession } from '#lib/session.ts';
import { spaceTab } from '#paths.ts';
import styles from './header.module.css';

/** Credits next to the brand: « 0 crédit » in red, « 1 crédit » and « 2 crédits » in green. Changes are announced. */
export function Balance() {
  const { credits } = useSession();
  const spoken = useRef(credits);
  const text = credits === undefined ? '' : `${credits} ${credits > 1 ? 'crédits' : 'crédit'}`;
  useEffect(() => {
    if (credits === undefined) return;
    if (spoken.current !== undefined && spoken.current !== credits) announce(`Votre solde\u00A0: ${text}.`);
    spoken.current = credits;
  }, [credits, text]);
  if (credits === undefined) return null;
  return (
    <Link to={spaceTab('credits-tabs-simple')} className={styles.balance} data-empty={credits === 0}>
      {text}
    </Link>
  );
}
