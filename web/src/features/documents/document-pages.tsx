import { fileName, statementFileName } from '@clairisque/contract/common/file-name.ts';
import { downloadHandedOver, readHandedOver } from '@clairisque/contract/handovers.ts';
import { useQuery, queryOptions } from '@tanstack/react-query';
import { generatePath, Navigate, useParams, useSearchParams } from 'react-router';
import { forReader, readReceipt } from '#features/handovers/opened-handover.ts';
import { LONG_TIMEOUT_MS, ApiFailure, call } from '#lib/api.ts';
import { callBlob } from '#lib/download.ts';
import { paths, spaceTab } from '#paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { DocumentStates } from './document-states.tsx';
import { downloadStatement, readDocument } from '@clairisque/contract/documents.ts';
import { useGuard } from '#lib/guard.ts';

/** An issued document never changes. Also queried offline: the last ones are kept (`offline/service-worker.ts`). */
const FOREVER = { staleTime: Infinity, retry: isUnanswered, networkMode: 'always' } as const;

const ownDocumentQuery = (id: string, edition: string | undefined) =>
  queryOptions({
    queryKey: ['document', id, edition ?? null],
    queryFn: ({ signal }) => call(readDocument, { params: { erp_id: id }, query: { edition }, signal }),
    ...FOREVER,
    // A check, or an answer, may have replaced the current edition since: it is shown, and asked again.
    refetchOnMount: edition === undefined ? 'always' : true,
  });

const handedOverQuery = (jeton: string, recu: string) =>
  queryOptions({
    queryKey: ['handed-over-document', jeton, recu],
    queryFn: async ({ signal }) =>
      forReader(await call(readHandedOver, { params: { jeton }, query: { recu }, signal })),
    ...FOREVER,
  });

function isUnanswered(count: number, error: Error): boolean {
  return count < 2 && error instanceof ApiFailure && error.status === null;
}

/** The visitor of a hand-over reads the acknowledged document; before that, the page asks for the acknowledgement. */
export function HandedOverDocumentPage() {
  const { jeton = '' } = useParams();
  const receipt = readReceipt(jeton);
  const handover = generatePath(paths.handover, { jeton });
  if (receipt === null) return <Navigate to={handover} replace />;
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      <Acknowledged jeton={jeton} recu={receipt.recu} handover={handover} />
    </>
  );
}

function Acknowledged({ jeton, recu, handover }: { jeton: string; recu: string; handover: string }) {
  return (
    <DocumentStates
      query={useQuery(handedOverQuery(jeton, recu))}
      download={({ cover, running }, isShort) => ({
        ask: () => callBlob(downloadHandedOver, { params: { jeton }, query: { recu }, timeoutMs: LONG_TIMEOUT_MS }),
        fileName: fileName({
          before: running.reference,
          free: cover.address,
          after: isShort ? ' - version courte.pdf' : '.pdf',
        }),
      })}
      wayOut={<ButtonLink to={handover}>Revenir au document remis</ButtonLink>}
    />
  );
}

/** One of the user's own documents: the current edition, or a former one by its number. */
export function OwnDocumentPage() {
  useGuard();
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const edition = /^[1-9]\d?$/.exec(search.get('edition') ?? '')?.[0];
  return (
    <DocumentStates
      query={useQuery(ownDocumentQuery(id, edition))}
      download={(document) => ({
        ask: () =>
          callBlob(downloadStatement, {
            params: { erp_id: id },
            query: { edition },
            timeoutMs: LONG_TIMEOUT_MS,
          }),
        fileName: statementFileName({ id, adresse: document.cover.declared?.text ?? document.cover.address }),
      })}
      wayOut={<ButtonLink to={spaceTab('mesERP-tabs-simple')}>Mes états des risques</ButtonLink>}
    />
  );
}

/** In this chunk: each one more is named in the first view's code. */
export { ChecksDialog } from '#features/checks/checks-dialog.tsx';
export { CompletionOffer } from '#features/questions/completion-offer.tsx';
export { FollowUpPage } from '#features/checks/follow-up-page.tsx';
export { CompletionPage } from '#features/questions/completion-page.tsx';
export { StepCount, StepQuestions } from '#features/questions/step-questions.tsx';
