import { MessagePage } from '#ui/message-page.tsx';
import { Button } from '#ui/button.tsx';
import { retryHint } from './refusal.ts';

type UnansweredPageProps = {
  title: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
};

/** A mailed or handed-over link whose page did not come: why, and a retry. */
export function UnansweredPage({ title, query: { error, isFetching, refetch } }: UnansweredPageProps) {
  return (
    <MessagePage
      title={title}
      actions={
        <Button loading={isFetching} onClick={() => void refetch()}>
          Réessayer
        </Button>
      }
    >
      <p role="alert">{retryHint(error) ?? 'Une erreur est survenue. Réessayez dans quelques minutes.'}</p>
    </MessagePage>
  );
}
