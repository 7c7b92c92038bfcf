import { createHandover } from '@clairisque/contract/handovers.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { Banner } from '#ui/banner.tsx';
import { showHandover, type HandedStatement } from './handovers-query.ts';
import { LinkForm, type NewLink as Given } from './link-form.tsx';

const NOT_CREATED = 'Le lien n’a pas pu être créé. Veuillez réessayer.';

type NewLinkProps = { statement: HandedStatement; onCreated: (linkId: string) => void };

/** One link for all visitors, or one for each: the label distinguishes them. */
export function NewLink({ statement, onCreated }: NewLinkProps) {
  const creation = useMutation({
    mutationFn: (body: Given) => call(createHandover, { params: { erp_id: String(statement.id) }, body }),
    onSuccess: (link) => {
      showHandover(statement.id, link);
      onCreated(link.id);
    },
  });
  return (
    <LinkForm
      // Empty again after each link.
      key={creation.data?.id}
      label="Créer un lien"
      isPending={creation.isPending}
      onSubmit={(link) => creation.mutate(link)}
    >
      <div role="alert">
        {creation.isError && <Banner tone="error" title={refusalSentence(creation.error) ?? NOT_CREATED} />}
      </div>
    </LinkForm>
  );
}
