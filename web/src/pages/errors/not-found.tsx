import { useState, type SubmitEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths, wizardWithAddress } from '#paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { MessagePage } from '#ui/message-page.tsx';
import styles from './not-found.module.css';

const LINKS = [
  { to: paths.prices, label: 'Tarifs' },
  { to: paths.verification, label: 'Vérifier un document' },
  { to: paths.help, label: 'Aide' },
  { to: paths.mySpace, label: 'Mon espace' },
];

export function NotFound() {
  return (
    <MessagePage
      title="Cette page n’existe pas"
      actions={
        <ButtonLink to={paths.home} variant="secondary">
          Revenir à l’accueil
        </ButtonLink>
      }
      note={
        <p className={styles.links}>
          {LINKS.map(({ to, label }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </p>
      }
    >
      <p>L’adresse demandée a peut-être été mal recopiée, ou la page a été déplacée.</p>
      <AddressSearch />
    </MessagePage>
  );
}

/** What most visitors come for: opens the wizard on this address, or says that it is missing. */
function AddressSearch() {
  const navigate = useNavigate();
  const [adresse, setAdresse] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void navigate(adresse.trim() === '' ? paths.wizard : wizardWithAddress(adresse.trim()));
  };
  return (
    <search>
      <form className={styles.search} onSubmit={submit}>
        <TextField
          label="Chercher l’état des risques d’une adresse"
          autoComplete="off"
          placeholder="12 rue de la Paix, Paris"
          value={adresse}
          onChange={(event) => setAdresse(event.target.value)}
        />
        <Button type="submit">Chercher</Button>
      </form>
    </search>
  );
}
