import {
  createAnswerRequest,
  type AnswerRequest,
  type Question,
  type Questions,
} from '@clairisque/contract/questions.ts';
import { isEmail, legible } from '@clairisque/contract/common/text.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link2, Send } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { messagesByField, retryHint } from '#features/accounts/refusal.ts';
import { ApiFailure, call } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Select, TextField } from '#ui/field.tsx';
import { askedOf, isDone } from './asked.ts';
import { requestsQuery, showRequest } from './questions-query.ts';
import { RequestItem } from './request-item.tsx';
import styles from './requests.module.css';
import type { TransactionType } from '@clairisque/contract/common/declarations.ts';

type RequestDialogProps = { id: string; known: Questions; open: boolean; onOpenChange: (open: boolean) => void };

/** « Demander au vendeur »: a link to a page without account, for who knows the answers. */
export function RequestDialog({ id, known, open, onOpenChange }: RequestDialogProps) {
  const [created, setCreated] = useState<AnswerRequest | null>(null);
  const requests = useQuery({ ...requestsQuery(id), enabled: created !== null });
  const shown = requests.data?.find((request) => request.id === created?.id) ?? created;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={shown ? 'Le lien est prêt' : askWhom(known.type)}
      description={[known.reference, known.adresse].filter(Boolean).join(' · ')}
    >
      {shown === null ? (
        <NewRequest id={id} known={known} onCreated={setCreated} />
      ) : (
        <ul className={styles.requests}>
          <RequestItem id={id} known={known} request={shown} isNew />
        </ul>
      )}
    </Dialog>
  );
}

const NOT_CREATED = 'Le lien n’a pas pu être créé. Veuillez réessayer.';

type NewRequestProps = { id: string; known: Questions; onCreated: (request: AnswerRequest) => void };

function NewRequest({ id, known, onCreated }: NewRequestProps) {
  const [form, setForm] = useState({ libelle: '', email: '', which: 'owner' });
  const [emailFault, setEmailFault] = useState<string | null>(null);
  const open = askedOf(known.questions).filter((question) => !isDone(question));
  const owners = open.filter(({ repond }) => repond !== 'mandataire');
  const hasChoice = owners.length > 0 && owners.length < open.length;
  const creation = useMutation({
    mutationFn: () =>
      call(createAnswerRequest, {
        params: { erp_id: id },
        body: {
          libelle: legible(form.libelle).trim(),
          ...(form.email.trim() !== '' && { email: form.email.trim() }),
          ...(hasChoice && form.which === 'owner' && { questions: withDependents(owners, known.questions) }),
        },
      }),
    onSuccess: (request) => {
      showRequest(id, request);
      onCreated(request);
    },
    onError: (error) => setEmailFault(emailFaultOf(error)),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = form.email.trim();
    const fault = email !== '' && !isEmail(email) ? 'Cette adresse e-mail n’est pas complète.' : null;
    setEmailFault(fault);
    if (fault === null && !creation.isPending) creation.mutate();
    else event.currentTarget.querySelector<HTMLElement>('[name=email]')?.focus();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p className={styles.lead}>
        La personne qui connaît le bien répond depuis son téléphone, sans compte, une question à la fois. Elle certifie
        ses réponses, puis vous les acceptez.
      </p>
      <WhoFields form={form} emailFault={emailFault} onChange={(who) => setForm({ ...form, ...who })} />
      {hasChoice && (
        <Select
          label="Quelles questions"
          name="which"
          options={[
            { value: 'owner', label: `Celles du propriétaire (${owners.length})` },
            { value: 'all', label: `Toutes (${open.length})` },
          ]}
          value={form.which}
          onChange={(event) => setForm({ ...form, which: event.target.value })}
        />
      )}
      <Button
        type="submit"
        icon={form.email.trim() === '' ? <Link2 aria-hidden="true" /> : <Send aria-hidden="true" />}
        loading={creation.isPending}
      >
        {form.email.trim() === '' ? 'Créer le lien' : 'Envoyer le lien'}
      </Button>
      <div role="alert">
        {creation.isError && emailFault === null && (
          <Banner tone="error" title={refusalSentence(creation.error) ?? retryHint(creation.error) ?? NOT_CREATED} />
        )}
      </div>
    </form>
  );
}

type WhoFieldsProps = {
  form: { libelle: string; email: string };
  emailFault: string | null;
  onChange: (who: { libelle?: string; email?: string }) => void;
};

function WhoFields({ form, emailFault, onChange }: WhoFieldsProps) {
  return (
    <>
      <TextField
        label="À qui"
        name="libelle"
        optional
        maxLength={100}
        autoComplete="off"
        placeholder="Mme Durand, qui vend"
        help="Vous seul voyez cette mention."
        value={form.libelle}
        onChange={(event) => onChange({ libelle: event.target.value })}
      />
      <TextField
        label="Son adresse e-mail"
        name="email"
        type="email"
        optional
        maxLength={254}
        autoComplete="off"
        error={emailFault}
        help="Nous lui envoyons le lien, et un seul rappel. Sans adresse, vous le lui donnez vous-même."
        value={form.email}
        onChange={(event) => onChange({ email: event.target.value })}
      />
    </>
  );
}

/** The asked questions, and those that an answer may still call for. */
function withDependents(asked: readonly Question[], all: readonly Question[]): string[] {
  const ids = new Set(asked.map(({ id }) => id));
  const called = all.filter((question) => question.si !== null && ids.has(question.si.question) && !isDone(question));
  return [...new Set([...ids, ...called.map(({ id }) => id)])];
}

const emailFaultOf = (error: unknown): string | null =>
  (error instanceof ApiFailure && error.status === 400 && messagesByField(error.body).get('email')?.[0]) || null;

/** « Demander au vendeur » */
export const askWhom = (type: TransactionType | null | undefined): string =>
  type === 'Location' ? 'Demander au propriétaire' : 'Demander au vendeur';
