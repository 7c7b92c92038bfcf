import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { wizardWithAddress } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ListFailed, ListLoading } from '#ui/list-states.tsx';
import styles from './handover-dialog.module.css';
import { HandoverLink } from './handover-link.tsx';
import { handoversQuery, type HandedStatement } from './handovers-query.ts';
import { NewLink } from './new-link.tsx';

type HandoverDialogProps = {
  statement: HandedStatement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** « Remettre »: the links that hand over one statement, and their receipts. */
export function HandoverDialog({ statement, open, onOpenChange }: HandoverDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Remettre l’état des risques"
      description={`${statement.reference ?? `Nº ${statement.id}`} · ${statement.adresse}`}
    >
      <Links statement={statement} />
    </Dialog>
  );
}

/** Mounted with the dialog: no query before it opens or after it closes. */
function Links({ statement }: { statement: HandedStatement }) {
  const links = useQuery(handoversQuery(statement.id));
  const [newest, setNewest] = useState<string | null>(null);
  const isExpired = statement.statut_regeneration.startsWith('Expiré');
  return (
    <div className={styles.content} aria-busy={links.isPending}>
      {links.data?.length === 0 && !isExpired && (
        <p className={styles.lead}>
          La loi demande de remettre ce document dès la première visite. Ouvrez un lien&nbsp;: votre visiteur y donne
          son nom, coche «&nbsp;reçu&nbsp;», télécharge le PDF, et vous gardez son récépissé.
        </p>
      )}
      {isExpired ? <Expired statement={statement} /> : <NewLink statement={statement} onCreated={setNewest} />}
      {links.isPending && <ListLoading label="Chargement des liens…" />}
      {links.isError && !links.data && (
        <ListFailed label="Afficher les liens" loading={links.isFetching} onRetry={() => void links.refetch()} />
      )}
      {links.data && links.data.length > 0 && (
        <ul className={styles.links} aria-label="Liens de remise">
          {links.data.map((link) => (
            <HandoverLink key={link.id} link={link} statement={statement} isNew={link.id === newest} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** No new link can be created; earlier ones keep their receipts. */
function Expired({ statement: { adresse, peut_regenerer: isRenewable } }: { statement: HandedStatement }) {
  if (isRenewable) return <Banner tone="warning" title="Ce document a expiré&nbsp;: renouvelez-le pour le remettre." />;
  return (
    <Banner
      tone="warning"
      title="Ce document a expiré et ne se renouvelle plus."
      action={
        <ButtonLink variant="secondary" to={wizardWithAddress(adresse)}>
          Nouvel état pour ce bien
        </ButtonLink>
      }
    >
      Établissez-en un nouveau, puis remettez-le.
    </Banner>
  );
}

/** Loaded with this dialog elsewhere: chunks of their own would be named in the first view's code. */
export { QrCode } from './qr-code.tsx';
export { RevokeLink } from './revoke-link.tsx';
