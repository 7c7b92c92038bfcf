import type { Deed, PlannedDates } from '@clairisque/contract/checks.dates.ts';
import { CalendarCheck } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type SubmitEvent } from 'react';
import { formatDay, formatLongDay, formatMoment, todayInParis } from '#lib/dates.ts';
import { fieldFaults } from '#lib/refusal-sentence.ts';
import { showToast } from '#lib/toasts.ts';
import { typeset } from '#lib/typeset.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { TextField } from '#ui/field.tsx';
import { focusFirst } from '#ui/form-errors.tsx';
import styles from './follow-up.module.css';
import { Signed, SignedForm } from './signed.tsx';
import { faultOf, INCOMPLETE_DAY, isIncomplete, sentenceOf, useDates } from './use-dates.ts';

const FIELDS: Record<PlannedDates['type'], readonly (readonly [deed: Deed, label: string])[]> = {
  Vente: [
    ['promesse', 'Promesse ou compromis, prévu le'],
    ['acte', 'Acte de vente, prévu le'],
  ],
  Location: [['bail', 'Bail, prévu le']],
};

type DatesProps = { id: string; known: PlannedDates };

/** When the statement must be exact, what these dates ask of its owner, and when it is checked. */
export function PlannedDatesCard({ id, known }: DatesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(known.conclu);
  // The button that signed, or took it back, has left with its form.
  useLayoutEffect(() => {
    if (shown.current !== known.conclu) heading.current?.focus();
    shown.current = known.conclu;
  }, [known.conclu]);
  return (
    <Card>
      <section aria-labelledby="signature" className={styles.section}>
        <h2 ref={heading} id="signature" tabIndex={-1}>
          Signature
        </h2>
        {known.conclu ? <Signed id={id} day={known.signe_le} /> : <Planned id={id} known={known} />}
      </section>
    </Card>
  );
}

function Planned({ id, known }: DatesProps) {
  const until = formatLongDay(known.surveille_jusqu_au);
  return (
    <>
      <p>
        {typeset(
          `L’état des risques doit être exact le jour de la signature. Nous le vérifions 15 jours avant chaque date, 2 jours avant, et le matin même. C’est compris dans le crédit, jusqu’au ${until}.`,
        )}
      </p>
      <DatesForm id={id} known={known} />
      <Warnings id={id} known={known} />
      <ChecksToCome checks={known.controles} />
      <SignedForm id={id} />
    </>
  );
}

function DatesForm({ id, known }: DatesProps) {
  const [typed, setTyped] = useState<Partial<Record<Deed, string>>>({});
  const [incomplete, setIncomplete] = useState<readonly string[]>([]);
  const saving = useDates(id);
  const fields = FIELDS[known.type];
  const names = fields.map(([deed]) => deed);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (saving.isPending) return;
    const form = event.currentTarget;
    const unread = names.filter((deed) => isIncomplete(form, deed));
    setIncomplete(unread);
    if (unread.length > 0) return focusFirst(form, unread);
    const changed = names.filter((deed) => typed[deed] !== undefined && typed[deed] !== (known[deed] ?? ''));
    saving.mutate(Object.fromEntries(changed.map((deed) => [deed, typed[deed] || null])), {
      onSuccess: () => {
        setTyped({});
        showToast('success', 'Dates enregistrées.');
      },
      onError: (error) =>
        focusFirst(
          form,
          fieldFaults(error).map(({ pointer }) => pointer),
        ),
    });
  };
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      {fields.map(([deed, label]) => (
        <TextField
          key={deed}
          label={label}
          name={deed}
          type="date"
          optional
          min={todayInParis()}
          value={typed[deed] ?? known[deed] ?? ''}
          error={incomplete.includes(deed) ? INCOMPLETE_DAY : faultOf(saving.error, deed)}
          onChange={({ target }) => setTyped((former) => ({ ...former, [deed]: target.value }))}
        />
      ))}
      <div role="alert">
        {saving.isError && !names.some((deed) => faultOf(saving.error, deed)) && (
          <Banner tone="error" title={sentenceOf(saving.error)} />
        )}
      </div>
      <Button type="submit" icon={<CalendarCheck aria-hidden="true" />} loading={saving.isPending}>
        Enregistrer
      </Button>
    </form>
  );
}

/** What the server says of the dates, and « Renouveler ce jour-là » where it is of use. */
function Warnings({ id, known }: DatesProps) {
  const saving = useDates(id);
  const day = known.avertissements.find(({ renouvelable_le }) => renouvelable_le !== null)?.renouvelable_le;
  // The box changes with the click; the mutation's state changes a moment later.
  const [given, setGiven] = useState<boolean | null>(null);
  const isChosen = given ?? known.renouveler_ensuite;
  return (
    <>
      {known.avertissements.map(({ date, phrase }) => (
        <Banner key={date} tone="warning" title={typeset(phrase)} />
      ))}
      {(day || isChosen) && (
        <Checkbox
          label={day ? `Renouveler ce jour-là, le ${formatDay(day)}` : 'Renouveler dès que c’est possible'}
          help={typeset('C’est gratuit : le nouveau document est établi avec les données du jour.')}
          checked={isChosen}
          error={saving.isError && sentenceOf(saving.error)}
          onChange={({ target: { checked } }) => {
            if (saving.isPending) return;
            setGiven(checked);
            saving.mutate({ renouveler_ensuite: checked }, { onSettled: () => setGiven(null) });
          }}
        />
      )}
    </>
  );
}

const BEFORE: Record<Deed, string> = { promesse: 'la promesse', acte: 'l’acte', bail: 'le bail' };
const MORNING: Record<Deed, string> = { promesse: 'de la promesse', acte: 'de l’acte', bail: 'du bail' };

function ChecksToCome({ checks }: { checks: PlannedDates['controles'] }) {
  if (checks.length === 0) return null;
  return (
    <div>
      <h3 id="a-venir">Vérifications à venir</h3>
      <ul aria-labelledby="a-venir" className={styles.toCome}>
        {checks.map(({ le, pour, jours_avant: days }) => (
          <li key={`${pour} ${days}`}>
            {typeset(
              `${formatMoment(le)}, ${days === 0 ? `le matin ${MORNING[pour]}` : `${days} jours avant ${BEFORE[pour]}`}`,
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
