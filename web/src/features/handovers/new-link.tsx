import { createHandover, mailHandovers } from '@clairisque/contract/handovers.ts';
import { legibleLines } from '@clairisque/contract/common/text.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messagesByField, retryHint } from '#features/accounts/refusal.ts';
import { announce } from '#lib/announce.ts';
import { ApiFailure, call } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { Banner } from '#ui/banner.tsx';
import { showHandovers, type HandedStatement } from './handovers-query.ts';
import { LinkForm, type NewLink as Given } from './link-form.tsx';
import { FIRST_MESSAGE, MailFields, type Mailing } from './mail-fields.tsx';
import { readRecipients, type Recipient } from './recipients.ts';

const NOT_CREATED = 'Le lien n’a pas pu être créé. Veuillez réessayer.';
const NOT_SENT = 'Le message n’a pas pu être envoyé. Veuillez réessayer.';
const MESSAGE = mailHandovers.schema.body.shape.message;
const NO_FAULTS = { addresses: null, message: null };

type NewLinkProps = { statement: HandedStatement; onCreated: (linkId: string) => void };

/** One link for all visitors, or one for each: mailed by the product, or distinguished by their label. */
export function NewLink({ statement, onCreated }: NewLinkProps) {
  // Empty again after each creation.
  const [count, setCount] = useState(0);
  const onMade = (linkId: string): void => {
    setCount(count + 1);
    onCreated(linkId);
  };
  return <NewLinkForm key={count} statement={statement} onCreated={onMade} />;
}

function NewLinkForm({ statement, onCreated }: NewLinkProps) {
  const [mailing, setMailing] = useState<Mailing>({ addresses: '', message: FIRST_MESSAGE });
  const [faults, setFaults] = useState<{ addresses: string | null; message: string | null }>(NO_FAULTS);
  const fields = useRef<HTMLDivElement>(null);
  const { people, faults: wrong } = readRecipients(mailing.addresses);
  const refuse = (found: typeof faults): void => {
    setFaults(found);
    const name = found.addresses === null ? 'message' : 'destinataires';
    fields.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
  };
  const creation = useCreation({ statement, onCreated, onRefused: refuse });
  const submit = (link: Given): void => {
    const message = legibleLines(mailing.message);
    const read = MESSAGE.safeParse(message);
    const found = {
      addresses: wrong.length > 0 ? wrong.join(' ') : null,
      message: people.length > 0 && !read.success ? read.error.issues.map((issue) => issue.message).join(' ') : null,
    };
    if (found.addresses !== null || found.message !== null) return refuse(found);
    setFaults(NO_FAULTS);
    creation.mutate({ link, people, message });
  };
  return (
    <div ref={fields}>
      <LinkForm
        label="Créer un lien"
        isPending={creation.isPending}
        onSubmit={submit}
        mailing={{
          label: people.length === 0 ? null : people.length > 1 ? `Envoyer à ${people.length} personnes` : 'Envoyer',
          fields: <MailFields mailing={mailing} faults={faults} onChange={setMailing} />,
        }}
      >
        <div role="alert">
          {creation.isError && faults === NO_FAULTS && (
            <Banner
              tone="error"
              title={
                refusalSentence(creation.error) ??
                retryHint(creation.error) ??
                (people.length === 0 ? NOT_CREATED : NOT_SENT)
              }
            />
          )}
        </div>
      </LinkForm>
    </div>
  );
}

type Creating = { link: Given; people: Recipient[]; message: string };
type CreationProps = NewLinkProps & {
  onRefused: (faults: { addresses: string | null; message: string | null }) => void;
};

function useCreation({ statement, onCreated, onRefused }: CreationProps) {
  // One sending, repeated after a lost answer, writes to nobody twice.
  const [envoi] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: async ({ link, people, message }: Creating) => {
      const params = { erp_id: String(statement.id) };
      if (people.length === 0) return [await call(createHandover, { params, body: link })];
      const body = { envoi, destinataires: people, message, forme: link.forme };
      return call(mailHandovers, { params, body });
    },
    onSuccess: (links, { people }) => {
      showHandovers(statement.id, links);
      const [first] = links;
      if (first === undefined) return;
      if (people.length > 0) announce(people.length > 1 ? `${people.length} messages partent.` : 'Le message part.');
      onCreated(first.id);
    },
    onError: (error) => {
      const said = messagesByField(error instanceof ApiFailure && error.status === 400 ? error.body : null);
      const addresses = said.get('destinataires')?.join(' ') ?? null;
      const message = said.get('message')?.join(' ') ?? null;
      if (addresses !== null || message !== null) onRefused({ addresses, message });
    },
  });
}
