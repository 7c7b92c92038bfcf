import { useState, type SubmitEvent } from 'react';
import { SUPPORT_EMAIL } from '#lib/publisher.ts';
import { showToast } from '#lib/toasts.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Select, TextArea, TextField } from '#ui/field.tsx';
import styles from './contact-dialog.module.css';
import {
  API_USAGES,
  checkForm,
  mailtoAddress,
  messageText,
  openForm,
  type ContactErrors,
  MESSAGE_LENGTH,
  type ContactField,
  type ContactForm,
  type ContactVariant,
} from './contact-form.ts';

const CLOSE_AFTER_MS = 500;
/** Announces the remaining characters below this. */
const COUNTED_BELOW = 300;
const TEXTS = {
  message: { title: 'Nous écrire', description: 'Votre messagerie s’ouvrira avec ce message prêt à partir.' },
  api: {
    title: 'Demander un accès à l’API',
    description: 'Votre messagerie s’ouvrira avec cette demande prête à partir.',
  },
};

type ContactDialogProps = { variant: ContactVariant; onClose: () => void };

/** Unsent messages, until the page is left or reloaded. */
const drafts = new Map<ContactVariant, ContactForm>();

export function ContactDialog({ variant, onClose }: ContactDialogProps) {
  const [form, setForm] = useState(() => drafts.get(variant) ?? openForm(variant));
  const [errors, setErrors] = useState<ContactErrors>({});
  const left = MESSAGE_LENGTH - form.message.length;

  const field = (name: ContactField) => ({
    name,
    value: form[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => {
      const typed = { ...form, [name]: event.target.value };
      drafts.set(variant, typed);
      setForm(typed);
    },
  });

  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = checkForm(form);
    setErrors(found);
    const [firstWrong] = Object.keys(found);
    if (firstWrong !== undefined) {
      event.currentTarget.querySelector<HTMLElement>(`[name=${firstWrong}]`)?.focus();
      return;
    }
    window.location.href = mailtoAddress(SUPPORT_EMAIL, form);
    window.setTimeout(() => {
      drafts.delete(variant);
      onClose();
      offerCopy(`${form.objet}\n\n${messageText(form)}`);
    }, CLOSE_AFTER_MS);
  };

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} {...TEXTS[variant]}>
      <form className={styles.form} noValidate onSubmit={send}>
        <TextField label="Nom complet" autoComplete="name" {...field('nom')} />
        <TextField label="Adresse e-mail" type="email" autoComplete="email" {...field('email')} />
        <TextField label="Téléphone" type="tel" autoComplete="tel" optional {...field('telephone')} />
        <TextField label="Société" autoComplete="organization" optional {...field('societe')} />
        {variant === 'api' && (
          <Select
            label="Usage prévu de l’API"
            options={API_USAGES}
            placeholder="Choisir…"
            optional
            {...field('usage')}
          />
        )}
        <TextField label="Objet" {...field('objet')} />
        <TextArea
          label="Message"
          maxLength={MESSAGE_LENGTH}
          help={left < COUNTED_BELOW && `${left} ${left > 1 ? 'caractères restants' : 'caractère restant'}`}
          {...field('message')}
        />
        <Button type="submit">Envoyer</Button>
      </form>
    </Dialog>
  );
}

/** Without a mail client nothing opens: the text must not be lost. */
function offerCopy(text: string): void {
  showToast('success', `Votre messagerie s’est ouverte. Rien ne se passe\u00A0? Écrivez à ${SUPPORT_EMAIL}.`, {
    label: 'Copier le message',
    onSelect: () => void navigator.clipboard.writeText(text),
  });
}
