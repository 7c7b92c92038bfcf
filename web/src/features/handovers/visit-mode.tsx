import { Dialog } from '@base-ui/react/dialog';
import type { Handover } from '@clairisque/contract/handovers.ts';
import { X } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '#lib/dates.ts';
import { IconButton } from '#ui/button.tsx';
import { useOpeningFocus } from '#ui/dialog.tsx';
import { QrCode } from './qr-code.tsx';
import styles from './visit-mode.module.css';

type VisitModeProps = { link: Handover; adresse: string; open: boolean; onClose: () => void };

/** For an agent who shows the phone to the visitor: the code fills the screen, white in both schemes. */
export function VisitMode({ link, adresse, open, onClose }: VisitModeProps) {
  const { popup, title, initialFocus } = useOpeningFocus();
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup ref={popup} className={styles.screen} data-scheme="light" initialFocus={initialFocus}>
          <Dialog.Close render={<IconButton label="Fermer" className={styles.close} />}>
            <X aria-hidden="true" />
          </Dialog.Close>
          <Dialog.Title ref={title} tabIndex={-1} className={styles.title}>
            Scannez pour recevoir l’état des risques
          </Dialog.Title>
          <div className={styles.qr}>
            <QrCode text={link.url} label={`QR code du lien de remise ${link.reference}`} />
          </div>
          <Dialog.Description className={styles.what}>
            <strong>{link.reference}</strong>
            <span>{adresse}</span>
          </Dialog.Description>
          <Received receipts={link.recus} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Acknowledgements since the screen was opened; without names, since the next visitor must not read them. */
function Received({ receipts }: { receipts: Handover['recus'] }) {
  const [former] = useState(() => new Set(receipts.map(({ id }) => id)));
  const [newest] = receipts
    .filter(({ id }) => !former.has(id))
    .toSorted((one, other) => other.recu_le.localeCompare(one.recu_le));
  return <output className={styles.received}>{newest && `Bien reçu, le ${formatMoment(newest.recu_le)}`}</output>;
}
