import { chooseForRow, type Batch, type BatchRow } from '@clairisque/contract/batches.v3.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { Button } from '#ui/button.tsx';
import { areaOf, candidateOf, distanceOf } from './batch-labels.ts';
import { numberOf, oncePerPress, refreshBatch } from './batch-query.ts';
import styles from './batches.module.css';
import { ChoiceMap } from './choice-map.tsx';

type Props = { batch: Batch; row: BatchRow; onDone: () => void; onCorrect: () => void };
type Known = NonNullable<NonNullable<BatchRow['problem']>['choices']>[number];

/** Only its user knows the place: nothing is preselected. */
export function ChoiceForm({ batch, row, onDone, onCorrect }: Props) {
  const id = useId();
  const queryClient = useQueryClient();
  const [candidate, setCandidate] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { candidates = [], choices = [], asked = [] } = row.problem ?? {};
  const choosing = useMutation({
    mutationFn: () =>
      call(chooseForRow, {
        params: { batch_id: batch.id, row: row.row },
        body: { candidate },
        headers: oncePerPress(),
      }),
    onSuccess: async () => {
      onDone();
      await refreshBatch(queryClient, numberOf(batch));
    },
  });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (candidate !== '') choosing.mutate();
  };
  const missing = isChecked && candidate === '' ? 'Choisissez une proposition.' : null;
  const fault = missing ?? (choosing.isError ? refusalSentence(choosing.error) : null);
  return (
    <form noValidate className={styles.choice} onSubmit={submit}>
      <ChoiceMap candidates={candidates} choices={choices} asked={asked} chosen={candidate} />
      <AskedPoint count={asked.length} />
      <fieldset className={styles.candidates} aria-describedby={fault === null ? undefined : `${id}-fault`}>
        <legend>Propositions pour « {row.given} »</legend>
        {candidates.map((one, index) => (
          <label key={one} className={styles.candidate}>
            <input type="radio" name={id} checked={candidate === one} onChange={() => setCandidate(one)} />
            <span>
              {index + 1}. {candidateOf(one)}
              <Known known={choices.find((choice) => choice.candidate === one)} />
            </span>
          </label>
        ))}
      </fieldset>
      <p id={`${id}-fault`} role="alert" className={styles.fault}>
        {fault}
      </p>
      <div className={styles.actions}>
        <Button type="submit" loading={choosing.isPending}>
          Choisir cette proposition
        </Button>
        <Button variant="secondary" onClick={onCorrect}>
          Aucune&nbsp;: corriger la ligne
        </Button>
      </div>
    </form>
  );
}

/** Says what the map shows to those who see it. */
function AskedPoint({ count }: { count: number }) {
  return count === 0 ? null : <p className={styles.reason}>La croix marque le point demandé.</p>;
}

function Known({ known }: { known: Known | undefined }) {
  if (known === undefined) return null;
  const { area_square_metres: area, distance_metres: distance } = known;
  const said = [
    ...(area === null ? [] : [areaOf(area)]),
    ...(distance === null ? [] : [distance === 0 ? 'sous le point' : `à ${distanceOf(distance)} du point`]),
  ];
  return said.length === 0 ? null : <span className={styles.reason}>{said.join(', ')}</span>;
}
