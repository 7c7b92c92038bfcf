import type { AnswerRequest } from '@clairisque/contract/questions.ts';
import { Copy, Mail, MessageSquareText } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { copyText } from '#lib/toasts.ts';
import { Button } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { TextField } from '#ui/field.tsx';
import { LinkNote, WayLink } from '#ui/link-item.tsx';
import styles from './requests.module.css';

const QrCode = lazy(async () => ({
  default: (await import('#features/handovers/handover-dialog.tsx')).QrCode,
}));

/** The ways to give the link: copied, by the device's messages or mail, scanned. */
export function RequestLink({ request, reference }: { request: AnswerRequest; reference: string }) {
  const { url } = request;
  const message = encodeURIComponent(messageOf(url, reference));
  return (
    <div className={styles.link}>
      <TextField label="Lien à envoyer" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      <div className={styles.ways}>
        <Button icon={<Copy aria-hidden="true" />} onClick={() => void copyText(url, 'Lien copié.')}>
          Copier
        </Button>
        <WayLink icon={MessageSquareText} href={`sms:?&body=${message}`}>
          Par SMS
        </WayLink>
        <WayLink icon={Mail} href={`mailto:?subject=${encodeURIComponent(SUBJECT)}&body=${message}`}>
          Par e-mail
        </WayLink>
      </div>
      <Disclosure label="Montrer le QR code" lazy>
        <div className={styles.qr}>
          <Suspense>
            <QrCode text={url} label={`QR code de la demande sur ${reference}`} />
          </Suspense>
        </div>
        <LinkNote>La personne le lit avec l’appareil photo de son téléphone.</LinkNote>
      </Disclosure>
    </div>
  );
}

const SUBJECT = 'Quelques questions sur le bien';

/** Does not name the property: the message goes through third-party services. */
const messageOf = (url: string, reference: string): string =>
  `Bonjour, il manque quelques réponses pour compléter l’état des risques ${reference}. Cinq minutes suffisent, sans compte\u00A0: ${url}`;
