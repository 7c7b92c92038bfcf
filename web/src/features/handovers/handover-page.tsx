import { askCheckByLink } from '@clairisque/contract/checks.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { UnansweredPage } from '#features/accounts/unanswered-page.tsx';
import { MessagePage } from '#ui/message-page.tsx';
import { Verdict } from '#features/issuance/verdict.tsx';
import { TodaysCheck } from '#features/verification/todays-check.tsx';
import { isUpdateOf } from '#features/verification/succession.ts';
import { call, READ_TIMEOUT_MS } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { LoadingNotice, Skeleton } from '#ui/skeleton.tsx';
import { formOf, HANDED } from './forms.ts';
import { HandedOver } from './handed-over.tsx';
import styles from './handover-page.module.css';
import { keepReceipt, readReceipt, isGone, openedQuery, type OpenedHandover } from './opened-handover.ts';
import { ReceiptForm, type Visitor } from './receipt-form.tsx';
import { formatDay } from '#lib/dates.ts';
import { Card } from '#ui/card.tsx';
import { Facts } from '#ui/facts.tsx';

/** The visitor's page, without an account. Neither its URL nor its title contains anything about the property. */
export function HandoverPage() {
  const { jeton: token = '' } = useParams();
  const opened = useQuery(openedQuery(token));
  const [refused, setRefused] = useState<Refused | null>(null);
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      {isGone(opened.error) && <Gone />}
      {opened.isError && !isGone(opened.error) && (
        <UnansweredPage title="Le document ne s’affiche pas encore" query={opened} />
      )}
      {opened.isPending && <Opening />}
      {opened.isSuccess && (
        <Visit
          key={opened.data.reference}
          token={token}
          handover={opened.data}
          refused={refused?.reference === opened.data.reference ? null : refused}
          onConflict={(next) => {
            setRefused(next);
            void queryClient.refetchQueries(openedQuery(token));
          }}
        />
      )}
    </>
  );
}

/** A receipt that was refused, of the document that the page showed until then. */
type Refused = Visitor & { reference: string };

type VisitProps = {
  token: string;
  handover: OpenedHandover;
  /** Of the document that this one has replaced. */
  refused: Refused | null;
  onConflict: (refused: Refused) => void;
};

function Visit({ token, handover, refused, onConflict }: VisitProps) {
  const [isReplaced, setReplaced] = useState(false);
  const { reference, verdict, specimen: isSpecimen } = handover;
  const openNew = (
    <Button variant="secondary" onClick={() => void queryClient.refetchQueries(openedQuery(token))}>
      Ouvrir le nouveau document
    </Button>
  );
  return (
    <div className={`page ${styles.page}`}>
      <h1>Un état des risques vous est remis</h1>
      <HandoverSummary handover={handover} />
      {verdict && <Verdict verdict={verdict} />}
      {isSpecimen && (
        <Banner tone="warning" title="SPÉCIMEN — données fictives, sans valeur légale">
          Ce document sert à essayer le service.
        </Banner>
      )}
      <Receipt {...{ token, handover, refused, onConflict, isReplaced }} />
      <TodaysCheck
        reference={reference}
        isCurrent={!isReplaced}
        onReplaced={() => setReplaced(true)}
        ask={() => call(askCheckByLink, { params: { jeton: token }, timeoutMs: READ_TIMEOUT_MS })}
        renderReplacement={() => openNew}
      />
    </div>
  );
}

type ReceiptProps = VisitProps & { isReplaced: boolean };

/** « Reçu », then the document. A document that was just replaced is no longer to be received. */
function Receipt({ token, handover, refused, onConflict, isReplaced }: ReceiptProps) {
  const [receipt, setReceipt] = useState(() => readReceipt(token));
  const [isJustNow, setJustNow] = useState(false);
  const { reference, type } = handover;
  const isFormer = receipt?.reference !== undefined && receipt.reference !== reference;
  if (receipt !== null && !isFormer) return <HandedOver receipt={receipt} handover={handover} isJustNow={isJustNow} />;
  return (
    <>
      {isFormer && <Former received={receipt.reference ?? ''} reference={reference} />}
      {refused !== null && <Newer former={refused.reference} reference={reference} />}
      {!isReplaced && (
        <ReceiptForm
          token={token}
          type={type}
          reference={reference}
          visitor={refused}
          onConflict={(visitor) => onConflict({ ...visitor, reference })}
          onAcknowledged={(given) => {
            const received = { ...given, reference };
            keepReceipt(received);
            setJustNow(true);
            setReceipt(received);
          }}
        />
      )}
    </>
  );
}

function Former({ received, reference }: { received: string; reference: string }) {
  const isUpdated = isUpdateOf(reference, received);
  return (
    <Banner tone="warning" title={`Vous avez reçu ${received}, ${isUpdated ? 'mis à jour' : 'complété'} depuis`}>
      {isUpdated && 'Des informations publiques ont changé. '}
      Accusez réception de {reference}, la version à jour, pour la télécharger.
    </Banner>
  );
}

/** Takes the focus that the refused button had. */
function Newer({ former, reference }: { former: string; reference: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className={styles.newer}>
      <Banner tone="warning" live title={`${former} vient d’être remplacé par ${reference}`}>
        {isUpdateOf(reference, former) && 'Des informations publiques ont changé. '}
        Votre accusé de réception n’a pas été enregistré. Relisez ci-dessus ce que dit le nouveau document, puis
        accusez-en réception.
      </Banner>
    </div>
  );
}

function Gone() {
  return (
    <MessagePage
      title="Ce lien n’est plus valable"
      actions={<ButtonLink to={paths.home}>Aller à l’accueil</ButtonLink>}
    >
      <p>
        Il a pu expirer, être fermé par la personne qui vous l’a remis, ou être mal recopié. Demandez-lui un nouveau
        lien&nbsp;: cela ne lui prendra qu’un instant.
      </p>
    </MessagePage>
  );
}

function Opening() {
  return (
    <div className={`page ${styles.page}`} aria-busy="true">
      <h1>Un état des risques vous est remis</h1>
      <LoadingNotice>Ouverture du document…</LoadingNotice>
      <Skeleton height="14rem" />
      <Skeleton height="22rem" />
    </div>
  );
}

const PURPOSES = { Vente: 'Mise en vente', Location: 'Mise en location' } as const;

/** Identifies the document. */
function HandoverSummary({ handover }: { handover: OpenedHandover }) {
  const { adresse, adresse_confirmee: isConfirmed, commune, type, reference } = handover;
  const { emis_le: issued, expire_le: lastDay } = handover;
  return (
    <Card className={styles.summary}>
      <h2 className={styles.address}>{isConfirmed !== false ? adresse : `Adresse déclarée\u00A0: ${adresse}`}</h2>
      <Facts
        inColumns
        rows={[
          ...(commune ? [['Commune (cadastre)', commune] as const] : []),
          ['Motif', PURPOSES[type]],
          ['Référence', reference],
          ['Établi le', formatDay(issued)],
          ['Valable jusqu’au', formatDay(lastDay)],
          ['Ce qui est remis', HANDED[formOf(handover.fichiers)]],
        ]}
      />
    </Card>
  );
}
