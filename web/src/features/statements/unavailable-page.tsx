import { retryHint } from '#features/accounts/refusal.ts';
import { ApiFailure } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { typeset } from '#lib/typeset.ts';
import { spaceTab } from '#paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';

const UNKNOWN = [400, 404];

type UnavailablePageProps = {
  /** Titles: when another try would change nothing, and otherwise. */
  never: string;
  notYet: string;
  /** Further refusals that another try would not change. */
  final?: readonly number[];
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
};

/** A page about one of the user's statements that did not come: why, and the way back to the history. */
export function UnavailablePage({ never, notYet, final = [], query }: UnavailablePageProps) {
  const { error, isFetching, refetch } = query;
  const status = (error instanceof ApiFailure && error.status) || 0;
  const isFinal = [...UNKNOWN, ...final].includes(status);
  return (
    <MessagePage
      title={isFinal ? never : notYet}
      actions={
        <>
          {!isFinal && (
            <Button loading={isFetching} onClick={() => void refetch()}>
              Réessayer
            </Button>
          )}
          <ButtonLink variant="secondary" to={spaceTab('mesERP-tabs-simple')}>
            Mes états des risques
          </ButtonLink>
        </>
      }
    >
      <p role="alert">
        {UNKNOWN.includes(status)
          ? 'Il n’est pas dans ce compte, ou il a été supprimé.'
          : typeset(
              retryHint(error) ?? refusalSentence(error) ?? 'Une erreur est survenue. Réessayez dans quelques minutes.',
            )}
      </p>
    </MessagePage>
  );
}
