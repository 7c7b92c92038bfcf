import type { ListedCreditPack } from '#responses/credits.ts';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { ListEmpty } from '#ui/list-states.tsx';
import { FIRST_VIEW } from '#ui/table.tsx';
import styles from './credits.module.css';
import { isPast } from './credit-pack-labels.ts';
import { CreditPacksTable } from './credit-packs-table.tsx';

type CreditPackListProps = {
  creditPacks: readonly ListedCreditPack[];
  /** When the server sent them, in milliseconds since the epoch. */
  readAtMs: number;
};

/** The lots in the reverse of the server's order: latest first. */
export function CreditPackList({ creditPacks, readAtMs }: CreditPackListProps) {
  const [onlyValid, setOnlyValid] = useState(false);
  const [view, setView] = useState(FIRST_VIEW);
  const rows = creditPacks
    .map((creditPack, rank) => ({ ...creditPack, rank, isPast: isPast(creditPack.date_de_peremption, readAtMs) }))
    .toReversed();
  const kept = onlyValid ? rows.filter(({ statut }) => statut === 'VAL') : rows;
  const reset = () => {
    setOnlyValid(false);
    setView({ ...view, sorting: [] });
  };
  return (
    <>
      <output className={styles.count}>
        {kept.length} / {rows.length} formule(s)
      </output>
      <Disclosure look="line" lazy label="Filtres et tri">
        <div className={styles.filterLine}>
          <Checkbox
            label="Afficher uniquement les formules non expirées"
            checked={onlyValid}
            onChange={(event) => setOnlyValid(event.target.checked)}
          />
          <Button variant="secondary" onClick={reset}>
            Réinitialiser
          </Button>
        </div>
      </Disclosure>
      {kept.length === 0 ? (
        <ListEmpty
          action={
            <Button variant="secondary" onClick={reset}>
              Voir toutes les formules
            </Button>
          }
        >
          Aucune formule valide. Les formules expirées ou en attente sont masquées par le filtre.
        </ListEmpty>
      ) : (
        <CreditPacksTable creditPacks={kept} view={view} onView={setView} />
      )}
    </>
  );
}
