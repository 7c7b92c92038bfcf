import { renewCalendarAddress } from '@clairisque/contract/reminders.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { showToast } from '#lib/toasts.ts';
import { Button } from '#ui/button.tsx';
import { AlertDialog } from '#ui/dialog.tsx';
import { calendarQuery } from './calendar-query.ts';

/** For a URL that was shared too widely. */
export function ChangeAddress() {
  const [isAsked, setAsked] = useState(false);
  const change = useMutation({
    mutationFn: () => call(renewCalendarAddress, {}),
    onSuccess: (calendar) => {
      queryClient.setQueryData(calendarQuery.queryKey, calendar);
      showToast('success', 'Votre agenda a une nouvelle adresse. L’ancienne ne répond plus.');
    },
    onError: () => showToast('error', 'L’adresse n’a pas pu être changée. Veuillez réessayer.'),
    onSettled: () => setAsked(false),
  });
  return (
    <>
      <Button variant="quiet" onClick={() => setAsked(true)}>
        Changer l’adresse
      </Button>
      <AlertDialog
        open={isAsked}
        onDismiss={() => setAsked(false)}
        title="Changer l’adresse de votre agenda&nbsp;?"
        description="L’adresse actuelle ne répondra plus : vos agendas devront être abonnés de nouveau."
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsked(false)}>
              Garder l’adresse
            </Button>
            <Button variant="danger" loading={change.isPending} onClick={() => change.mutate()}>
              Changer l’adresse
            </Button>
          </>
        }
      />
    </>
  );
}
