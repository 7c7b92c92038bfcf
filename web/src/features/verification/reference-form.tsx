import { useState, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router';
import { verificationPath } from '#paths.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { readReference } from './compare-file.ts';
import styles from './verification-page.module.css';

const WRONG = 'Une référence s’écrit ERP-2026-000123. Recopiez-la telle qu’elle figure sur le document.';

/** For a printed page, without a camera. */
export function ReferenceForm({ first = '' }: { first?: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(first);
  const [isWrong, setWrong] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reference = readReference(typed);
    setWrong(reference === null);
    if (reference === null) event.currentTarget.querySelector('input')?.focus();
    else void navigate(verificationPath(reference));
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextField
        label="Référence du document"
        name="reference"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        placeholder="ERP-2026-000123"
        help="Elle figure sur chaque page, à côté du QR code."
        value={typed}
        error={isWrong && WRONG}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit">Vérifier</Button>
    </form>
  );
}
