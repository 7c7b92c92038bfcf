import type { AskedQuestions, Question } from '@clairisque/contract/questions.ts';
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { typeset } from '#lib/typeset.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { FormErrors, type FormError } from '#ui/form-errors.tsx';
import { TextField } from '#ui/field.tsx';
import styles from './answer-page.module.css';
import { askedOf, isDone } from './asked.ts';
import { isConflict, LinkFailure, sentenceOf } from './link-calls.ts';
import { forgetDraft, keepDraft, readDraft } from './typed-answer-field.tsx';
import type { LinkActions } from './use-link.ts';

type CertificationProps = {
  token: string;
  asked: AskedQuestions;
  link: LinkActions;
  /** Opens a question again. */
  onOpen: (question: string) => void;
};

/** All the answers, then who gives them, and the certificate. */
export function Certification({ token, asked, link, onOpen }: CertificationProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const questions = askedOf(asked.questions);
  const open = questions.filter((question) => !isDone(question));
  return (
    <div className={`page ${styles.page}`}>
      <h1 ref={heading} tabIndex={-1}>
        Relisez, puis certifiez
      </h1>
      <Answered questions={questions} onOpen={onOpen} />
      {open.length > 0 && (
        <section aria-labelledby="sans-reponse" className={styles.open}>
          <h2 id="sans-reponse">
            {open.length === 1 ? 'Une question sans réponse' : `${open.length} questions sans réponse`}
          </h2>
          <p>Vous pouvez certifier sans elles&nbsp;: le document les laissera à remplir à la main.</p>
          <ul>
            {open.map(({ id, libelle }) => (
              <li key={id}>
                <button type="button" className={styles.reopen} onClick={() => onOpen(id)}>
                  {typeset(libelle)}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {questions.some(isDone) ? (
        <CertificateForm token={token} asked={asked} link={link} />
      ) : (
        <p>Répondez d’abord à une question.</p>
      )}
    </div>
  );
}

/** Each answer, with the way to correct it while nothing is certified. */
export function Answered({ questions, onOpen }: { questions: readonly Question[]; onOpen?: (id: string) => void }) {
  const answered = askedOf(questions).filter(isDone);
  if (answered.length === 0) return null;
  return (
    <section aria-labelledby="reponses">
      <h2 id="reponses">{answered.length === 1 ? 'Une réponse' : `${answered.length} réponses`}</h2>
      <dl className={styles.answers}>
        {answered.map(({ id, libelle, sujet, reponse, contradiction }) => (
          <div key={id}>
            <dt>{typeset([libelle, sujet].filter(Boolean).join(' — '))}</dt>
            <dd>
              <strong>{typeset(reponse?.en_mots ?? '')}</strong>
              {onOpen && (
                <button type="button" className={styles.reopen} onClick={() => onOpen(id)}>
                  Modifier<span className="visually-hidden">{`\u00A0: ${libelle}`}</span>
                </button>
              )}
            </dd>
            {contradiction && (
              <dd className={styles.doubt}>{typeset(`Une source dit autre chose : ${contradiction}`)}</dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}

type Fields = { nom: string; email: string; certifie: boolean };

function faultsOf({ nom, email, certifie }: Fields): FormError[] {
  const errors: (FormError | false)[] = [
    nom.trim() === '' && { field: 'nom', message: 'Indiquez votre nom.' },
    email.trim() === '' && { field: 'email', message: 'Indiquez votre adresse e-mail.' },
    email.trim() !== '' && !LOOKS_LIKE_EMAIL.test(email.trim()) && { field: 'email', message: INCOMPLETE },
    !certifie && { field: 'certifie', message: 'Cochez la case « je certifie » pour continuer.' },
  ];
  return errors.filter((error) => error !== false);
}

/** The server decides; this spares a call for a forgotten « .fr ». */
const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
const INCOMPLETE = 'Cette adresse e-mail n’est pas complète.';
const FIELDS = ['nom', 'email', 'certifie'];

function refusalsOf(error: unknown): FormError[] {
  const faults = error instanceof LinkFailure && error.status === 400 ? error.faults : [];
  const known = faults.filter(({ field }) => FIELDS.includes(field));
  return known.length > 0 ? [...known] : [{ message: sentenceOf(error) }];
}

function CertificateForm({ token, asked, link }: Omit<CertificationProps, 'onOpen'>) {
  const place = `${token} certification`;
  const [form, setForm] = useState<Fields>(() => ({ ...draftOf(readDraft(place)), certifie: false }));
  const [errors, setErrors] = useState<FormError[]>([]);
  const [isPending, setPending] = useState(false);
  const id = useId();
  const change = (next: Fields) => {
    setForm(next);
    keepDraft(place, JSON.stringify({ nom: next.nom, email: next.email }));
  };
  const send = async (): Promise<void> => {
    setPending(true);
    try {
      await link.certify({ nom: form.nom.replaceAll(/\s+/g, ' ').trim(), email: form.email.trim(), certifie: true });
      forgetDraft();
    } catch (error) {
      setErrors(refusalsOf(error));
      // The answers to certify have changed: they are read again first.
      if (isConflict(error)) setForm({ ...form, certifie: false });
      setPending(false);
    }
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const found = faultsOf(form);
    setErrors(found);
    if (found.length === 0) void send();
  };
  const messageOf = (name: string) => errors.find(({ field }) => field === name)?.message;
  const field = (name: 'nom' | 'email') => ({
    name,
    value: form[name],
    error: messageOf(name),
    onChange: ({ target }: { target: { value: string } }) => change({ ...form, [name]: target.value }),
  });
  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-labelledby={`${id}-titre`}>
      <h2 id={`${id}-titre`}>Qui répond&nbsp;?</h2>
      <FormErrors id={id} errors={errors} />
      <TextField label="Nom et prénom" autoComplete="name" maxLength={150} {...field('nom')} />
      <TextField
        label="Adresse e-mail"
        type="email"
        autoComplete="email"
        maxLength={254}
        help="Pour vous envoyer la copie de vos réponses."
        {...field('email')}
      />
      <p className={styles.engagement}>{typeset(asked.engagement)}</p>
      <Checkbox
        name="certifie"
        label="Je certifie que ces réponses sont exactes, à ma connaissance"
        checked={form.certifie}
        error={messageOf('certifie')}
        onChange={(event) => change({ ...form, certifie: event.target.checked })}
      />
      <Button type="submit" size="large" loading={isPending}>
        Certifier mes réponses
      </Button>
      <p className={styles.small}>
        {typeset(
          `Votre nom, votre adresse e-mail et vos réponses sont transmis à ${asked.demandeur}, qui les garde avec le document. Nous n’en faisons aucun autre usage.`,
        )}
      </p>
    </form>
  );
}

function draftOf(kept: string | null): Pick<Fields, 'nom' | 'email'> {
  try {
    const { nom, email } = JSON.parse(kept ?? '{}') as { nom?: unknown; email?: unknown };
    return { nom: typeof nom === 'string' ? nom : '', email: typeof email === 'string' ? email : '' };
  } catch {
    return { nom: '', email: '' };
  }
}
