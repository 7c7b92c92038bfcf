import { statementFileName } from '@clairisque/contract/common/file-name.ts';
import { downloadStatement } from '@clairisque/contract/documents.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { useGuard } from '#pages/space/guard.ts';
import { LONG_TIMEOUT_MS } from '#lib/api.ts';
import { callBlob } from '#lib/call-blob.ts';
import { spaceTab } from '#paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { ownDocumentQuery } from './document-query.ts';
import { DocumentStates } from './document-states.tsx';

/** One of the user's own documents: the current edition, or the replaced one. */
export function OwnDocumentPage() {
  useGuard();
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const asked = search.get('edition');
  const edition = asked === '1' || asked === '2' ? asked : undefined;
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
