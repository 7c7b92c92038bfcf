import { createHandover, HandedForm } from '@clairisque/contract/handovers.ts';
import { legible } from '@clairisque/contract/common/text.ts';
import { useMutation } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { call } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Select, TextField } from '#ui/field.tsx';
import { FORMS } from './forms.ts';
import styles from './handover-dialog.module.css';
import { showHandover, type HandedStatement } from './handovers-query.ts';

const NOT_CREATED = 'Le lien n’a pas pu être créé. Veuillez réessayer.';

const OPTIONS = HandedForm.options.map((value) => ({ value, label: FORMS[value] }));

type NewLinkProps = { statement: HandedStatement; onCreated: (linkId: string) => void };

/** One link for all visitors, or one for each: the label distinguishes them. */
export function NewLink({ statement, onCreated }: NewLinkProps) {
  const [label, setLabel] = useState('');
  const [forme, setForme] = useState<HandedForm>('complete');
  const creation = useMutation({
    mutationFn: () =>
      call(createHandover, {
        params: { erp_id: String(statement.id) },
        body: { libelle: legible(label).trim(), forme },
      }),
    onSuccess: (link) => {
      showHandover(statement.id, link);
      setLabel('');
      setForme('complete');
      onCreated(link.id);
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!creation.isPending) creation.mutate();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextField
        label="Pour qui"
        name="libelle"
        optional
        maxLength={100}
        autoComplete="off"
        placeholder="M. et Mme Durand, visite de samedi"
        help="Vous seul voyez cette mention."
        value={label}
        onChange={(event) => setLabel(event.target.value)}
      />
      <Select
        label="Ce que le lien remet"
        name="forme"
        help="La version courte réunit le résumé et les formulaires à signer. Les cartes et les extraits des plans, à joindre à l’acte, ne sont que dans le document complet."
        options={OPTIONS}
        value={forme}
        onChange={(event) => setForme(HandedForm.parse(event.target.value))}
      />
      <Button type="submit" icon={<Link2 aria-hidden="true" />} loading={creation.isPending}>
        Créer un lien
      </Button>
      <div role="alert">
        {creation.isError && <Banner tone="error" title={refusalSentence(creation.error) ?? NOT_CREATED} />}
      </div>
    </form>
  );
}
