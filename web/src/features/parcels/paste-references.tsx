import { MOST_PARCELS, shortParcel } from '@clairisque/contract/common/parcel-codes.ts';
import { useState } from 'react';
import { typeset } from '#lib/typeset.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/field.tsx';
import type { PastedOutcome } from './property-parcels.ts';
import styles from './parcels-panel.module.css';

const HELP = typeset(
  'Une par ligne, ou séparées par des virgules\u00A0: AB 12, AB 14. Dans une autre commune, commencez par son code Insee\u00A0: 75113 AB 12.',
);
/** Beyond 300 references with typing errors. */
const MAX_LENGTH = 20_000;

/** References typed or pasted. The text stays while a line of it is wrong, so that it can be corrected there. */
export function PasteReferences({ onPaste }: { onPaste: (text: string) => Promise<PastedOutcome | null> }) {
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<PastedOutcome | null>(null);

  async function paste() {
    if (text.trim() === '' || isBusy) return;
    setBusy(true);
    setOutcome(null);
    const next = await onPaste(text);
    setBusy(false);
    setOutcome(next);
    if (next && next.faults.length === 0 && next.beyond.length === 0) setText('');
  }

  return (
    <form
      className={styles.paste}
      onSubmit={(event) => {
        event.preventDefault();
        void paste();
      }}
    >
      <TextArea
        label="Références cadastrales"
        help={HELP}
        rows={3}
        maxLength={MAX_LENGTH}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" variant="secondary" loading={isBusy}>
        Ajouter ces références
      </Button>
      <output className={styles.outcome}>{outcome && <Summary outcome={outcome} />}</output>
      {outcome && <Faults faults={outcome.faults} />}
    </form>
  );
}

function Summary({ outcome: { added, repeated, faults, beyond } }: { outcome: PastedOutcome }) {
  const [next] = beyond;
  return (
    <>
      <p>{addedSentence(added.length)}</p>
      {repeated.length > 0 && <p>Déjà dans la liste&nbsp;: {repeated.map(shortParcel).join(', ')}.</p>}
      {next && (
        <p>
          Un état des risques porte sur {MOST_PARCELS} parcelles au plus&nbsp;: à partir de la ligne {next.line}{' '}
          («&nbsp;
          {next.text}&nbsp;»), {beyond.length === 1 ? 'une référence n’a' : `${beyond.length} références n’ont`} pas été{' '}
          {beyond.length === 1 ? 'ajoutée' : 'ajoutées'}.
        </p>
      )}
      {faults.length > 0 && (
        <p>
          {faults.length === 1 ? 'Une référence est à corriger' : `${faults.length} références sont à corriger`}&nbsp;:
        </p>
      )}
    </>
  );
}

function addedSentence(count: number): string {
  if (count === 0) return 'Aucune parcelle ajoutée.';
  return count === 1 ? '1 parcelle ajoutée.' : `${count} parcelles ajoutées.`;
}

function Faults({ faults }: { faults: PastedOutcome['faults'] }) {
  if (faults.length === 0) return null;
  return (
    <ul className={styles.faults} aria-label="Références à corriger">
      {faults.map(({ line, text, reason }, index) => (
        <li key={`${line} ${index}`}>
          Ligne {line}, «&nbsp;{text}&nbsp;»&nbsp;: {reason}
        </li>
      ))}
    </ul>
  );
}
