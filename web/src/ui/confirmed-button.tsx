import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { showToast } from '#lib/toasts.ts';
import { Button } from './button.tsx';
import { AlertDialog } from './dialog.tsx';

type ConfirmedButtonProps = {
  variant: 'quiet' | 'refusal';
  children: ReactNode;
  title: ReactNode;
  description: string;
  /** Label of the button that changes nothing. */
  keep: string;
  /** Label of the button that acts. */
  act: string;
  run: () => Promise<unknown>;
  /** Said when `run` fails. */
  failure: string;
};

/** A button whose act cannot be undone: a dialog asks first, and closes once the act is done or has failed. */
export function ConfirmedButton(props: ConfirmedButtonProps) {
  const { variant, children, title, description, keep, act, run, failure } = props;
  const [isAsked, setAsked] = useState(false);
  const action = useMutation({
    mutationFn: run,
    onError: () => showToast('error', failure),
    onSettled: () => setAsked(false),
  });
  return (
    <>
      <Button variant={variant} onClick={() => setAsked(true)}>
        {children}
      </Button>
      <AlertDialog
        open={isAsked}
        onDismiss={() => setAsked(false)}
        title={title}
        description={description}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsked(false)}>
              {keep}
            </Button>
            <Button variant="danger" loading={action.isPending} onClick={() => action.mutate()}>
              {act}
            </Button>
          </>
        }
      />
    </>
  );
}
