import { revokeHandover, type Handover } from '@clairisque/contract/handovers.ts';
import { Copy, Expand, Mail, MessageSquareText, Share2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '#lib/api.ts';
import { copyText } from '#lib/toasts.ts';
import { Button } from '#ui/button.tsx';
import { QrCode } from './qr-code.tsx';
import { TextField } from '#ui/field.tsx';
import { WayLink } from '#ui/link-item.tsx';
import styles from './handover-link.module.css';
import { RevokeLink } from './revoke-link.tsx';
import { VisitMode } from './visit-mode.tsx';
import { showHandovers, type HandedStatement } from './handovers-query.ts';

type LinkAddressProps = { link: Handover; statement: HandedStatement };

/** The three ways to hand the link over: shown, sent, copied. */
export function LinkAddress({ link, statement }: LinkAddressProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.address}>
      <div className={styles.qr}>
        <QrCode text={link.url} label={`QR code du lien de remise ${link.reference}`} />
      </div>
      <div className={styles.ways}>
        <TextField label="Lien à envoyer" readOnly value={link.url} onFocus={(event) => event.currentTarget.select()} />
        <div className={styles.actions}>
          <Button icon={<Expand aria-hidden="true" />} onClick={() => setShown(true)}>
            Montrer le QR code
          </Button>
          <Button
            variant="secondary"
            icon={<Copy aria-hidden="true" />}
            onClick={() => void copyText(link.url, 'Lien copié.')}
          >
            Copier
          </Button>
          {'share' in navigator && (
            <Button variant="secondary" icon={<Share2 aria-hidden="true" />} onClick={() => void share(link)}>
              Partager
            </Button>
          )}
          <WayLink icon={Mail} href={mailOf(link)}>
            Par e-mail
          </WayLink>
          <WayLink icon={MessageSquareText} href={`sms:?&body=${encodeURIComponent(messageOf(link))}`}>
            Par SMS
          </WayLink>
          <RevokeLink
            consequence=". Vous conservez les récépissés déjà obtenus."
            revoke={async () =>
              showHandovers(statement.id, [await call(revokeHandover, { params: { lien_id: link.id } })])
            }
          />
        </div>
      </div>
      <VisitMode link={link} adresse={statement.adresse} open={isShown} onClose={() => setShown(false)} />
    </div>
  );
}

const SUBJECT = 'État des risques';

/** Does not name the property: the message goes through third-party services. */
function messageOf({ url, reference }: Handover): string {
  return `Bonjour, voici l’état des risques ${reference}, à lire puis à accuser de réception\u00A0: ${url}`;
}

function mailOf(link: Handover): string {
  return `mailto:?subject=${encodeURIComponent(SUBJECT)}&body=${encodeURIComponent(messageOf(link))}`;
}

/** The device's share sheet. */
async function share({ url, reference }: Handover): Promise<void> {
  try {
    await navigator.share({ title: `État des risques ${reference}`, url });
  } catch {
    // The user closed the sheet, or the device cannot share: the URL stays on screen.
  }
}
