import type { Question } from '@clairisque/contract/questions.ts';
import { useState } from 'react';
import { formatDay } from '#lib/dates.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { TextField } from '#ui/field.tsx';
import { UNKNOWN, valueOf } from './asked.ts';
import { Fault } from './choices.tsx';
import type { Answering } from './questions-query.ts';
import styles from './question-screen.module.css';

type Decree = NonNullable<Question['arretes']>[number];

/** A longer list can be searched. */
const SHORT_LIST = 12;

type DecreesProps = { question: Question; answer: Answering; labelledBy: string };

/** The commune's decrees, to tick; « Aucun » is one gesture. */
export function Decrees({ question, answer, labelledBy }: DecreesProps) {
  const { arretes: decrees = [] } = question;
  const [named, setNamed] = useState<ReadonlySet<string>>(() => new Set(codesOf(question)));
  const [search, setSearch] = useState('');
  const shown = decrees.filter((decree) => named.has(decree.code) || matches(decree, search));
  const name = (code: string, isNamed: boolean) => {
    const others = [...named].filter((one) => one !== code);
    setNamed(new Set(isNamed ? [...others, code] : others));
  };
  // The codes are in the order of the list, however they were ticked.
  const codes = decrees.flatMap(({ code }) => (named.has(code) ? [code] : []));
  const isSaving = answer.pending !== undefined;
  return (
    <fieldset aria-labelledby={labelledBy} className={styles.answers}>
      {codes.length === 0 && (
        <div className={styles.choices} data-count={2}>
          <NoneButton answer={answer} />
          <Button
            variant="secondary"
            size="large"
            aria-pressed={answer.value === UNKNOWN}
            loading={answer.pending === UNKNOWN}
            onClick={() => answer.give(UNKNOWN)}
          >
            Je ne sais pas
          </Button>
        </div>
      )}
      {decrees.length > SHORT_LIST && (
        <TextField
          label="Chercher dans la liste"
          help="Une année ou une catastrophe : 1999, inondation…"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <output className="visually-hidden">{search !== '' && `${shown.length} sur ${decrees.length} arrêtés`}</output>
      <ul className={styles.decrees}>
        {shown.map((decree) => (
          <li key={decree.code}>
            <Checkbox
              label={decree.alea}
              help={whenOf(decree)}
              checked={named.has(decree.code)}
              onChange={(event) => name(decree.code, event.target.checked)}
            />
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p>Aucun arrêté de la liste ne correspond.</p>}
      <Fault fault={answer.fault} />
      {codes.length > 0 && (
        <Button size="large" className={styles.sticky} loading={isSaving} onClick={() => answer.give(codes)}>
          {codes.length === 1 ? 'Enregistrer cet arrêté' : `Enregistrer ces ${codes.length} arrêtés`}
        </Button>
      )}
    </fieldset>
  );
}

function NoneButton({ answer }: { answer: Answering }) {
  const isNone = Array.isArray(answer.value) && answer.value.length === 0;
  return (
    <Button
      variant="secondary"
      size="large"
      aria-pressed={isNone}
      loading={Array.isArray(answer.pending)}
      onClick={() => answer.give([])}
    >
      Aucun
    </Button>
  );
}

function codesOf(question: Question): string[] {
  const value = valueOf(question);
  return Array.isArray(value) ? value : [];
}

/** « Du 25/12/1999 au 29/12/1999, arrêté du 29/12/1999 » */
function whenOf({ debut, fin, arrete }: Decree): string {
  const [from, to, decided] = [debut, fin, arrete].map(dayOrText);
  const event = from === to || to === '' ? from && `Le ${from}` : `Du ${from} au ${to}`;
  return [event, decided && `arrêté du ${decided}`].filter(Boolean).join(', ');
}

const dayOrText = (date: string | null): string =>
  date !== null && /^\d{4}-\d{2}-\d{2}/.test(date) ? formatDay(date) : (date ?? '');

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const matches = (decree: Decree, search: string): boolean =>
  plain(`${decree.alea} ${whenOf(decree)} ${decree.code}`).includes(plain(search.trim()));
