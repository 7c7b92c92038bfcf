export type ContactVariant = 'message' | 'api';
export type ContactField = 'nom' | 'email' | 'telephone' | 'societe' | 'objet' | 'message' | 'usage';
export type ContactForm = Record<ContactField, string>;
export type ContactErrors = Partial<Record<ContactField, string>>;

export const API_USAGES = [
  { value: 'integration', label: 'Intégration dans un logiciel' },
  { value: 'development', label: 'Développement' },
  { value: 'testing', label: 'Tests' },
  { value: 'enterprise', label: 'Usage interne d’une entreprise' },
  { value: 'other', label: 'Autre' },
] as const;

/** Some mail clients cut a URL after 2,000 characters. */
export const MESSAGE_LENGTH = 1_500;

const EMPTY: ContactForm = { nom: '', email: '', telephone: '', societe: '', objet: '', message: '', usage: '' };

const API_MESSAGE = `Bonjour,

Je souhaite obtenir un accès à votre API d’états des risques.

Logiciel ou site concerné\u00A0:
Volume mensuel estimé\u00A0:
Date de mise en service souhaitée\u00A0:

Cordialement,`;

export function openForm(variant: ContactVariant): ContactForm {
  return variant === 'message' ? EMPTY : { ...EMPTY, objet: 'Demande d’accès à l’API', message: API_MESSAGE };
}

export function checkForm(form: ContactForm): ContactErrors {
  const errors: ContactErrors = {};
  if (form.nom.trim() === '') errors.nom = 'Indiquez votre nom.';
  if (form.email.trim() === '') errors.email = 'Indiquez votre adresse e-mail.';
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.email.trim())) {
    errors.email = 'Cette adresse e-mail n’est pas complète (exemple\u00A0: prenom.nom@exemple.fr).';
  }
  if (form.objet.trim() === '') errors.objet = 'Indiquez l’objet de votre message.';
  if (form.message.trim() === '') errors.message = 'Écrivez votre message.';
  return errors;
}

export function messageText(form: ContactForm): string {
  const usage = API_USAGES.find(({ value }) => value === form.usage)?.label;
  const signature = [
    form.nom.trim(),
    form.email.trim(),
    form.telephone.trim() && `Téléphone\u00A0: ${form.telephone.trim()}`,
    form.societe.trim() && `Société\u00A0: ${form.societe.trim()}`,
    usage && `Usage prévu de l’API\u00A0: ${usage}`,
  ].filter(Boolean);
  return `${form.message.trim()}\n\n--\n${signature.join('\n')}`;
}

/** RFC 6068: line breaks are `%0D%0A`, spaces `%20`. */
export function mailtoAddress(to: string, form: ContactForm): string {
  const encode = (text: string) => encodeURIComponent(text.replaceAll('\n', '\r\n'));
  return `mailto:${to}?subject=${encode(form.objet.trim())}&body=${encode(messageText(form))}`;
}
