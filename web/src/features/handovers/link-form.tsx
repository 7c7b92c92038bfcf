import { HandedForm } from '@clairisque/contract/handovers.ts';
import { legible } from '@clairisque/contract/common/text.ts';
import { Link2, Send } from 'lucide-react';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { Select, TextField } from '#ui/field.tsx';
import { FORMS } from './forms.ts';
import styles from './handover-dialog.module.css';

const OPTIONS = HandedForm.options.map((value) => ({ value, label: FORMS[value] }));

export type NewLink = { libelle: string; forme: HandedForm };

type LinkFormProps = {
  /** « Créer un lien » */
  label: string;
  isPending: boolean;
  onSubmit: (link: NewLink) => void;
  /** Fields of a link that is mailed, in place of its label. */
  mailing?: { label: string | null; fields: ReactNode };
  /** Why there is no link. */
  children?: ReactNode;
};

/** Who gets a link, and what it hands over. */
export function LinkForm({ label, isPending, onSubmit, mailing, children }: LinkFormProps) {
  const [who, setWho] = useState('');
  const [forme, setForme] = useState<HandedForm>('complete');
  const isMailed = typeof mailing?.label === 'string';
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) onSubmit({ libelle: legible(who).trim(), forme });
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {mailing?.fields}
      {!isMailed && (
        <TextField
          label="Pour qui"
          name="libelle"
          optional
          maxLength={100}
          autoComplete="off"
          placeholder="M. et Mme Durand, visite de samedi"
          help="Vous seul voyez cette mention."
          value={who}
          onChange={(event) => setWho(event.target.value)}
        />
      )}
      <Select
        label="Ce que le lien remet"
        name="forme"
        help="La version courte réunit le résumé et les formulaires à signer. Les cartes et les extraits des plans, à joindre à l’acte, ne sont que dans le document complet."
        options={OPTIONS}
        value={forme}
        onChange={(event) => setForme(HandedForm.parse(event.target.value))}
      />
      <Button
        type="submit"
        icon={isMailed ? <Send aria-hidden="true" /> : <Link2 aria-hidden="true" />}
        loading={isPending}
      >
        {mailing?.label ?? label}
      </Button>
      {children}
    </form>
  );
}
