import { acknowledgeHandover } from '@clairisque/contract/handovers.ts';
import { isEmail, legible, unprintable } from '@clairisque/contract/common/text.ts';
import type { TransactionType } from '@clairisque/contract/common/declarations.ts';
import { useMutation } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import { call, ApiFailure } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { FormErrors, type FormError } from '#ui/form-errors.tsx';
import { TextField } from '#ui/field.tsx';
import styles from './handover-page.module.css';
import { type KeptReceipt, isGone, openedQuery } from './opened-handover.ts';
import { messagesByField, retryHint } from '#features/accounts/refusal.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';

type ReceiptFields = { nom: string; email: string; recu: boolean };

/** The visitor's mistakes, in the order of the form. */
function checkReceipt({ nom, email, recu }: ReceiptFields): FormError[] {
  const unprintableName = unprintable(nom);
  const errors: (FormError | false)[] = [
    nom.trim() === '' && { field: 'nom', message: 'Indiquez votre nom.' },
    unprintableName !== null && { field: 'nom', message: unprintableName },
    email.trim() === '' && { field: 'email', message: 'Indiquez votre adresse e-mail.' },
    email.trim() !== '' &&
      !isEmail(email.trim()) && { field: 'email', message: 'Cette adresse e-mail n’est pas complète.' },
    !recu && { field: 'recu', message: 'Cochez la case « reçu » pour continuer.' },
  ];
  return errors.filter((error) => error !== false);
}

/** The server's refusals by field; otherwise what the user can do. */
function receiptRefusal(error: unknown): FormError[] {
  const said = error instanceof ApiFailure && error.status === 400 ? [...messagesByField(error.body)] : [];
  const errors = said.flatMap(([field, [message]]) => (message === undefined ? [] : [{ field, message }]));
  if (errors.length > 0) return errors;
  return [
    {
      message:
        retryHint(error) ?? refusalSentence(error) ?? 'Votre réponse n’a pas pu être enregistrée. Veuillez réessayer.',
    },
  ];
}

/** L125-5 I: the seller to the potential buyer, the landlord to the potential tenant, at the first visit. */
const DUTIES = {
  Vente: 'Le vendeur doit le remettre à tout acquéreur potentiel dès la première visite',
  Location: 'Le bailleur doit le remettre à tout locataire potentiel dès la première visite',
} as const;

/** Who was about to receive a document. */
export type Visitor = { nom: string; email: string };

type ReceiptFormProps = {
  token: string;
  type: TransactionType;
  /** Of the document that the page shows. */
  reference: string;
  /** Typed for the document that this one has replaced. */
  visitor: Visitor | null;
  onAcknowledged: (receipt: KeptReceipt) => void;
  /** The document may have been replaced since the page was opened. */
  onConflict: (visitor: Visitor) => void;
};

/** « Reçu »: typed values stay until the server accepts them. */
export function ReceiptForm({ token, type, reference, visitor, onAcknowledged, onConflict }: ReceiptFormProps) {
  const [form, setForm] = useState<ReceiptFields>({ nom: '', email: '', ...visitor, recu: false });
  const [errors, setErrors] = useState<FormError[]>([]);
  const errorsId = useId();
  const acknowledgement = useMutation({
    mutationFn: () =>
      call(acknowledgeHandover, {
        params: { jeton: token },
        body: { nom: legible(form.nom).trim(), email: form.email.trim(), recu: true, reference },
      }),
    onSuccess: (receipt) => onAcknowledged({ jeton: token, ...receipt }),
    onError: (error) => {
      // Closed while the visitor was typing: the page says so.
      if (isGone(error) && !hasFields(error))
        void queryClient.refetchQueries({ queryKey: openedQuery(token).queryKey });
      if (error instanceof ApiFailure && error.status === 409) onConflict({ nom: form.nom, email: form.email });
      setErrors(receiptRefusal(error));
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (acknowledgement.isPending) return;
    const found = checkReceipt(form);
    setErrors(found);
    if (found.length === 0) acknowledgement.mutate();
  };
  const field = (name: 'nom' | 'email') => ({
    name,
    value: form[name],
    error: messageOf(errors, name),
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });
  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-labelledby={`${errorsId}-titre`}>
      <h2 id={`${errorsId}-titre`}>Accusez réception pour le télécharger</h2>
      <p>
        Un état des risques indique à quels risques naturels, miniers et technologiques, à quel bruit d’aérodrome et à
        quelle pollution des sols un bien est exposé. {DUTIES[type]} (article L125-5 du code de l’environnement). Votre
        réponse prouve qu’il l’a fait&nbsp;; elle ne vous engage à rien d’autre.
      </p>
      <FormErrors id={errorsId} errors={errors} />
      <TextField label="Nom et prénom" autoComplete="name" maxLength={150} {...field('nom')} />
      <TextField label="Adresse e-mail" type="email" autoComplete="email" maxLength={254} {...field('email')} />
      <Checkbox
        name="recu"
        label="J’ai reçu cet état des risques"
        checked={form.recu}
        error={messageOf(errors, 'recu')}
        onChange={(event) => setForm({ ...form, recu: event.target.checked })}
      />
      <Button type="submit" size="large" loading={acknowledgement.isPending}>
        Accuser réception
      </Button>
      <p className={styles.small}>
        Votre nom et votre adresse e-mail figurent sur le récépissé que garde la personne qui vous remet ce document.
        Vous en recevez une copie par e-mail. Nous n’en faisons aucun autre usage.
      </p>
    </form>
  );
}

function messageOf(errors: readonly FormError[], name: string): string | undefined {
  return errors.find(({ field }) => field === name)?.message;
}

const hasFields = (error: Error) => receiptRefusal(error).some(({ field }) => field !== undefined);
