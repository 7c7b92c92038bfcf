import { MOST_SELECTED } from '@clairisque/contract/statements.ts';
import { createContext, use, useEffect, useMemo, useRef, useState } from 'react';
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
  const selection = useMemo(
    (): Selection => ({
      ids: new Set(selected.map(({ item }) => item.id)),
      isFull: selected.length >= MOST_SELECTED,
      toggle: (id) => setTicked((former) => toggled(former, id, rows)),
    }),
    [selected, rows],
  );
  useAnnouncedCount(selected.length);
  return {
    selection,
    selected,
    selectAll: () => setTicked(new Set(rows.map(({ item }) => item.id))),
    clear: () => setTicked(NONE),
  };
}

/** Forgets those that the filters hide. */
function toggled(former: Ids, id: number, rows: readonly StatementRow[]): Ids {
  const next = new Set(rows.flatMap(({ item }) => (former.has(item.id) ? [item.id] : [])));
  if (!next.delete(id) && next.size < MOST_SELECTED) next.add(id);
  return next;
}

function useAnnouncedCount(count: number): void {
  const said = useRef(0);
  useEffect(() => {
    if (said.current !== count) announce(countWords(count));
    said.current = count;
  }, [count]);
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
