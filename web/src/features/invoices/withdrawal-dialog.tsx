import { me } from '#responses/accounts.ts';
import { withdraw, type Withdrawable } from '@clairisque/contract/orders.ts';
import { legible } from '@clairisque/contract/common/text.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { call } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { queryClient } from '#lib/query-client.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { refreshBalance, useSession } from '#lib/session.ts';
import { useFocusOnArrival } from '#lib/focus.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import styles from './invoices.module.css';
import type { UserData } from '@clairisque/contract/profile.ts';

const euros = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' });

/** « 15,00 € TTC ». */
function priceWords(amount: number): string {
  return `${euros.format(amount)} TTC`;
}

export function unusedWords({ credits_restants: credits, montant }: Withdrawable): string {
  const unused = credits > 1 ? `${credits} crédits non utilisés` : '1 crédit non utilisé';
  return `${unused}, ${priceWords(montant)}.`;
}

/** Who withdraws: the person, else the company; empty when the profile has neither. */
function declarantOf(user: UserData | undefined): string {
  const person = [user?.prenom, user?.nom].filter(Boolean).join(' ');
  return person || (user?.nomSociete ?? '');
}

const UNEXPECTED = 'Votre rétractation n’a pas pu être enregistrée. Veuillez réessayer, ou nous écrire.';

/**
 * The statement required by law (art. D221-5): who, which contract, where the acknowledgement is sent; then the
 * acknowledgement.
 */
export function WithdrawalDialog({ offer, onClose }: { offer: Withdrawable; onClose: () => void }) {
  const account = useQuery({ queryKey: ['me'], queryFn: ({ signal }) => call(me, { signal }) });
  const email = account.data?.username ?? 'l’adresse e-mail de votre compte';
  const withdrawal = useMutation({
    mutationFn: (nom: string) => call(withdraw, { params: { commande: offer.commande }, body: { nom } }),
    // Even a refusal means that the list is out of date.
    onSettled: () => void refreshPurchases(),
  });
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title="Renoncer au contrat">
      {withdrawal.data ? (
        <Receipt {...withdrawal.data} email={email} onClose={onClose} />
      ) : (
        <Statement
          offer={offer}
          email={email}
          isSending={withdrawal.isPending}
          refusal={withdrawal.isError ? (refusalSentence(withdrawal.error) ?? UNEXPECTED) : null}
          onConfirm={(name) => withdrawal.mutate(name)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

type StatementProps = {
  offer: Withdrawable;
  email: string;
  isSending: boolean;
  refusal: string | null;
  onConfirm: (name: string) => void;
  onClose: () => void;
};

function Statement({ offer, email, isSending, refusal, onConfirm, onClose }: StatementProps) {
  const { user } = useSession();
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? declarantOf(user);
  const [isMissing, setMissing] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() === '') event.currentTarget.querySelector('input')?.focus();
    else if (!isSending) onConfirm(legible(name).trim());
  };
  return (
    <form className={styles.statement} noValidate onSubmit={submit}>
      <p>
        «&nbsp;Je renonce au contrat portant sur la commande ci-dessous, pour les crédits que je n’ai pas
        utilisés.&nbsp;»
      </p>
      <dl>
        <dt>Commande</dt>
        <dd>
          {offer.produit}
          {offer.numero_facture && `, facture ${offer.numero_facture}`}
        </dd>
        <dt>Remboursement</dt>
        <dd>{unusedWords(offer)} Par le moyen de paiement employé, sous quatorze jours.</dd>
        <dt>Délai</dt>
        <dd>Jusqu’au {formatMoment(offer.jusqu_au)}.</dd>
        <dt>Accusé de réception</dt>
        <dd>Envoyé à {email}.</dd>
      </dl>
      <TextField
        label="Nom et prénom"
        name="nom"
        autoComplete="name"
        maxLength={150}
        value={name}
        error={isMissing && 'Le nom est requis.'}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div role="alert">{refusal !== null && <Banner tone="error" title={refusal} />}</div>
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onClose}>
          Retour
        </Button>
        <Button type="submit" loading={isSending}>
          Confirmer la rétractation
        </Button>
      </div>
    </form>
  );
}

type ReceiptProps = { montant: number; recue_le: string; email: string; onClose: () => void };

function Receipt({ montant, recue_le: receivedAt, email, onClose }: ReceiptProps) {
  const heading = useFocusOnArrival<HTMLDivElement>();
  return (
    <div className={styles.statement}>
      <div ref={heading} tabIndex={-1}>
        <Banner tone="success" title={`Rétractation reçue le ${formatMoment(receivedAt)}`}>
          {priceWords(montant)} vous seront remboursés sous quatorze jours au plus, par le moyen de paiement employé.
          L’accusé de réception est envoyé à {email}&nbsp;; l’avoir est dans vos factures.
        </Banner>
      </div>
      <div className={styles.actions}>
        <Button onClick={onClose}>Fermer</Button>
      </div>
    </div>
  );
}

function refreshPurchases(): Promise<unknown> {
  const lists = ['invoices', 'credit-packs', 'withdrawable'].map((key) =>
    queryClient.invalidateQueries({ queryKey: [key] }),
  );
  return Promise.all([...lists, refreshBalance()]);
}
