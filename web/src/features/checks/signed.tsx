import { Handshake, Undo2 } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { formatLongDay, todayInParis } from '#lib/dates.ts';
import { typeset } from '#lib/typeset.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { TextField } from '#ui/field.tsx';
import { focusFirst } from '#ui/form-errors.tsx';
import styles from './follow-up.module.css';
import { faultOf, INCOMPLETE_DAY, isIncomplete, sentenceOf, useDates, useReopening } from './use-dates.ts';

/** « Signé le … » closes the watch. */
export function SignedForm({ id }: { id: string }) {
  const [day, setDay] = useState(todayInParis);
  const [incomplete, setIncomplete] = useState(false);
  const saving = useDates(id);
  const fault = faultOf(saving.error, 'signe_le');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (saving.isPending) return;
    const form = event.currentTarget;
    const isUnread = day === '' || isIncomplete(form, 'signe_le');
    setIncomplete(isUnread);
    if (isUnread) return focusFirst(form, ['signe_le']);
    saving.mutate({ signe_le: day }, { onError: () => focusFirst(form, ['signe_le']) });
  };
  return (
    <Disclosure label="C’est signé ?" lazy>
      <form noValidate onSubmit={submit} className={styles.form}>
        <TextField
          label="Signé le"
          name="signe_le"
          type="date"
          max={todayInParis()}
          value={day}
          help={typeset('Les vérifications et les rappels s’arrêtent. Vous pourrez revenir en arrière.')}
          error={incomplete ? INCOMPLETE_DAY : fault}
          onChange={({ target }) => setDay(target.value)}
        />
        <div role="alert">{saving.isError && !fault && <Banner tone="error" title={sentenceOf(saving.error)} />}</div>
        <Button type="submit" variant="secondary" icon={<Handshake aria-hidden="true" />} loading={saving.isPending}>
          C’est signé
        </Button>
      </form>
    </Disclosure>
  );
}

/** `day` is null where the owner only said that the sale or the lease is concluded. */
export function Signed({ id, day }: { id: string; day: string | null }) {
  const reopening = useReopening(id);
  return (
    <>
      <p>
        <strong>{typeset(day === null ? 'La signature est faite.' : `Signé le ${formatLongDay(day)}.`)}</strong>
      </p>
      <p>Ce document n’est plus vérifié, et vous ne recevez plus de rappel à son sujet.</p>
      <div role="alert">{reopening.isError && <Banner tone="error" title={sentenceOf(reopening.error)} />}</div>
      <Button
        variant="secondary"
        icon={<Undo2 aria-hidden="true" />}
        loading={reopening.isPending}
        onClick={() => reopening.mutate({ hasDay: day !== null })}
      >
        Ce n’est pas signé
      </Button>
    </>
  );
}
