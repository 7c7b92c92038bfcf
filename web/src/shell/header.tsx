import { Menu, X } from 'lucide-react';
import { useEffect, useState, useRef } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router';
import { ExpiryBadge } from '#features/reminders/expiry-badge.tsx';
import { announce } from '#lib/announce.ts';
import { signOut, useIsAuthenticated, useSession } from '#lib/session.ts';
import { paths, spaceTab } from '#paths.ts';
import { Button } from '#ui/button.tsx';
import { BrandMark } from './brand.tsx';
import styles from './header.module.css';

const LINKS = [
  { to: paths.home, label: 'Accueil' },
  { to: paths.wizard, label: 'Réaliser un Etat des Risques' },
  { to: paths.prices, label: 'Tarifs' },
  { to: paths.about, label: 'En savoir plus' },
];
const MENU_ID = 'menu-principal';

export function Header() {
  const isAuthenticated = useIsAuthenticated();
  const { isOpen, setOpen } = useMenu();
  const links = isAuthenticated ? [...LINKS, { to: paths.mySpace, label: 'Mon espace' }] : LINKS;
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <div className={styles.brandBox}>
          <Link to={paths.home} className={styles.brand}>
            <BrandMark />
            Clairisque
          </Link>
          {isAuthenticated && <Balance />}
        </div>
        <button
          type="button"
          className={styles.menuButton}
          aria-expanded={isOpen}
          aria-controls={MENU_ID}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
          <span className={styles.menuLabel}>Menu</span>
        </button>
        <div id={MENU_ID} className={styles.nav} data-open={isOpen}>
          <nav aria-label="Navigation principale">
            <ul className={styles.links}>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <NavLink to={to} end={to === paths.home} className={() => styles.link}>
                    {label}
                    {to === paths.mySpace && <ExpiryBadge />}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          {/* Who has an account has its documents; the foot of the page leads there too. */}
          {!isAuthenticated && (
            <NavLink to={paths.verification} className={() => styles.link}>
              Document reçu&nbsp;?
            </NavLink>
          )}
          <SignButton isAuthenticated={isAuthenticated} />
        </div>
      </div>
    </header>
  );
}

/** The narrow layout's menu: closed by Escape and by any navigation. */
function useMenu() {
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const { key } = useLocation();
  const isOpen = openedAt === key;
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenedAt(null);
      document.querySelector<HTMLElement>(`[aria-controls=${MENU_ID}]`)?.focus();
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [isOpen]);
  return { isOpen, setOpen: (open: boolean) => setOpenedAt(open ? key : null) };
}

function SignButton({ isAuthenticated }: { isAuthenticated: boolean }) {
  const navigate = useNavigate();
  if (!isAuthenticated) {
    return (
      <Button variant="secondary" className={styles.sign} onClick={() => navigate(paths.login)}>
        Connexion
      </Button>
    );
  }
  const leave = () => {
    signOut();
    announce('Vous êtes déconnecté.');
  };
  return (
    <Button variant="secondary" className={styles.sign} onClick={leave}>
      Déconnexion
    </Button>
  );
}

/** Credits next to the brand: « 0 crédit » in red, « 1 crédit » and « 2 crédits » in green. Changes are announced. */
function Balance() {
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
