import type { AnswerRequest } from '@clairisque/contract/questions.ts';
import { Copy, Mail, MessageSquareText } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { copyText } from '#lib/toasts.ts';
import { Button } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { TextField } from '#ui/field.tsx';
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
        <a className={styles.way} href={`sms:?&body=${message}`}>
          <MessageSquareText aria-hidden="true" />
          Par SMS
        </a>
        <a className={styles.way} href={`mailto:?subject=${encodeURIComponent(SUBJECT)}&body=${message}`}>
          <Mail aria-hidden="true" />
          Par e-mail
        </a>
      </div>
      <Disclosure label="Montrer le QR code" lazy>
        <div className={styles.qr}>
          <Suspense>
            <QrCode text={url} label={`QR code de la demande sur ${reference}`} />
          </Suspense>
        </div>
        <p className={styles.note}>La personne le lit avec l’appareil photo de son téléphone.</p>
      </Disclosure>
    </div>
  );
}

const SUBJECT = 'Quelques questions sur le bien';

/** Does not name the property: the message goes through third-party services. */
const messageOf = (url: string, reference: string): string =>
  `Bonjour, il manque quelques réponses pour compléter l’état des risques ${reference}. Cinq minutes suffisent, sans compte\u00A0: ${url}`;
