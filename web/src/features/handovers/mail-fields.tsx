import { MESSAGE_MAX_LENGTH, MOST_RECIPIENTS } from '@clairisque/contract/handovers.ts';
import { TextArea } from '#ui/field.tsx';

/** A first message, of which everything may change. */
export const FIRST_MESSAGE = 'Voici l’état des risques du bien, à lire avant de signer. Je réponds à vos questions.';

export type Mailing = { addresses: string; message: string };

type MailFieldsProps = {
  mailing: Mailing;
  faults: { addresses: string | null; message: string | null };
  onChange: (mailing: Mailing) => void;
};

/** Addresses to which the product mails links, and the owner's message. */
export function MailFields({ mailing, faults, onChange }: MailFieldsProps) {
  return (
    <>
      <TextArea
        label="Envoyer par e-mail à"
        name="destinataires"
        optional
        rows={2}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={5_000}
        error={faults.addresses}
        help={`${MOST_RECIPIENTS} adresses au plus, une par ligne. Chacun reçoit son propre lien. Sans adresse, vous envoyez le lien vous-même.`}
        value={mailing.addresses}
        onChange={(event) => onChange({ ...mailing, addresses: event.target.value })}
      />
      {mailing.addresses.trim() !== '' && (
        <TextArea
          label="Votre message"
          name="message"
          optional
          rows={4}
          maxLength={MESSAGE_MAX_LENGTH}
          error={faults.message}
          help="Sans lien&nbsp;: celui du document y est ajouté. La réponse vous parvient."
          value={mailing.message}
          onChange={(event) => onChange({ ...mailing, message: event.target.value })}
        />
      )}
    </>
  );
}
