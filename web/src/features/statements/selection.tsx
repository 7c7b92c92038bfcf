import { MOST_SELECTED } from '@clairisque/contract/statements.ts';
import { createContext, use, useMemo, useState } from 'react';
import { announce } from '#lib/announce.ts';
import type { StatementRow } from './statement-row.ts';
import styles from './selection.module.css';

type Ids = ReadonlySet<number>;
export type Selection = { ids: Ids; isFull: boolean; toggle: (id: number) => void };

const NONE: Ids = new Set();
const SelectionContext = createContext<Selection>({ ids: NONE, isFull: false, toggle: () => undefined });
export const SelectionProvider = SelectionContext.Provider;

/** Id of the bar of actions, which follows the list. */
export const ACTIONS_ID = 'actions-selection';

/** The ticked rows among those that match the filters: what is out of sight is acted on by nothing. */
export function useSelection(rows: readonly StatementRow[]) {
  const [ticked, setTicked] = useState(NONE);
  const selected = useMemo(() => rows.filter(({ item }) => ticked.has(item.id)), [rows, ticked]);
  const selection = useMemo((): Selection => {
    const ids = new Set(selected.map(({ item }) => item.id));
    const choose = (next: Ids) => {
      setTicked(next);
      announce(countWords(next.size));
    };
    return {
      ids,
      isFull: ids.size >= MOST_SELECTED,
      toggle: (id) => choose(ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id])),
    };
  }, [selected]);
  const selectAll = () => {
    setTicked(new Set(rows.map(({ item }) => item.id)));
    announce(countWords(rows.length));
  };
  const clear = () => {
    setTicked(NONE);
    announce(countWords(0));
  };
  return { selection, selected, selectAll, clear };
}

export function countWords(count: number): string {
  if (count === 0) return 'Aucun état sélectionné';
  const words = count > 1 ? `${count} états sélectionnés` : '1 état sélectionné';
  return count >= MOST_SELECTED ? `${words}, le maximum` : words;
}

/** Before its row; once ticked, followed by a way to the actions for the keyboard. */
export function SelectBox({ row: { item } }: { row: StatementRow }) {
  const { ids, isFull, toggle } = use(SelectionContext);
  const isTicked = ids.has(item.id);
  return (
    <>
      <input
        type="checkbox"
        className={styles.box}
        aria-label={`Sélectionner l’état des risques ${item.id}`}
        checked={isTicked}
        disabled={isFull && !isTicked}
        onChange={() => toggle(item.id)}
      />
      {isTicked && (
        <button type="button" className={styles.skip} onClick={() => document.getElementById(ACTIONS_ID)?.focus()}>
          Aller aux actions
        </button>
      )}
    </>
  );
}
