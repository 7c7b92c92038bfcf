import { chooseForLotLine, type Lot, type LotLine } from '@clairisque/contract/batches.ts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState, type ReactNode } from 'react';
import { call } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/field.tsx';
import styles from './batches.module.css';
import { linesQuery, type LineState } from './lot-query.ts';

type LinesProps = {
  lot: Lot;
  etat: LineState;
  title: string;
  help?: string;
  children: (line: LotLine) => ReactNode;
};

function Lines({ lot, etat, title, help, children }: LinesProps) {
  const headingId = useId();
  const lines = useInfiniteQuery(linesQuery(String(lot.id), etat));
  const shown = lines.data?.pages.flatMap(({ lignes }) => lignes) ?? [];
  return (
    <section className={styles.section} aria-labelledby={headingId} aria-busy={lines.isPending}>
      <h2 id={headingId} tabIndex={-1}>
        {title}
      </h2>
      {help !== undefined && <p className={styles.note}>{help}</p>}
      <ul className={styles.list}>
        {shown.map((line) => (
          <li key={line.ligne} className={styles.line}>
            <p className={styles.given}>
              <strong>Ligne {line.ligne}</strong> {line.donne || 'sans adresse'}
            </p>
            {children(line)}
          </li>
        ))}
      </ul>
      {lines.hasNextPage && (
        <Button
          variant="secondary"
          className={styles.start}
          loading={lines.isFetchingNextPage}
          onClick={() => void lines.fetchNextPage()}
        >
          Voir la suite
        </Button>
      )}
    </section>
  );
}

export function RefusedLines({ lot, etat, title }: { lot: Lot; etat: 'refused' | 'failed'; title: string }) {
  return <Lines {...{ lot, etat, title }}>{({ motif }) => <p className={styles.reason}>{motif}</p>}</Lines>;
}

/** Only its user knows the place: nothing is preselected. */
export function DoubtfulLines({ lot }: { lot: Lot }) {
  const isOpen = lot.etat === 'checking' || lot.etat === 'ready';
  return (
    <Lines
      lot={lot}
      etat="doubtful"
      title={isOpen ? 'À choisir' : 'Laissés de côté'}
      {...(isOpen && { help: 'Plusieurs lieux sont possibles\u00A0: choisissez celui du bien.' })}
    >
      {(line) =>
        isOpen ? <Choice key={line.ligne} lot={lot} line={line} /> : <p className={styles.reason}>{line.motif}</p>
      }
    </Lines>
  );
}

function Choice({ lot, line }: { lot: Lot; line: LotLine }) {
  const [choix, setChoice] = useState('');
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const choosing = useMutation({
    mutationFn: () =>
      call(chooseForLotLine, {
        params: { lot_id: String(lot.id), ligne: line.ligne },
        body: { choix },
      }),
    onSuccess: () => {
      // The line goes.
      form.current?.closest('section')?.querySelector('h2')?.focus();
      return queryClient.invalidateQueries({ queryKey: ['lots', String(lot.id)] });
    },
  });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (choix !== '') choosing.mutate();
  };
  const missing = isChecked && choix === '' ? 'Choisissez une proposition.' : undefined;
  const refused = choosing.isError ? refusalSentence(choosing.error) : undefined;
  return (
    <form ref={form} noValidate className={styles.choice} onSubmit={submit}>
      <Select
        label={line.motif ?? 'Lieu'}
        placeholder="Choisir…"
        options={line.propositions.map((value) => ({ value, label: value }))}
        value={choix}
        error={missing ?? refused}
        onChange={(event) => setChoice(event.target.value)}
      />
      <Button type="submit" variant="secondary" loading={choosing.isPending}>
        Retenir<span className="visually-hidden"> pour la ligne {line.ligne}</span>
      </Button>
    </form>
  );
}
