import { fileName } from '@clairisque/contract/common/file-name.ts';
import { downloadHandedOver } from '@clairisque/contract/handovers.ts';
import { useQuery } from '@tanstack/react-query';
import { generatePath, Navigate, useParams } from 'react-router';
import { readReceipt } from '#features/handovers/kept-receipt.ts';
import { LONG_TIMEOUT_MS } from '#lib/api.ts';
import { callBlob } from '#lib/call-blob.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { handedOverQuery } from './document-query.ts';
import { DocumentStates } from './document-states.tsx';

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
      download={({ cover, running }) => ({
        ask: () => callBlob(downloadHandedOver, { params: { jeton }, query: { recu }, timeoutMs: LONG_TIMEOUT_MS }),
        fileName: fileName({ before: running.reference, free: cover.address, after: '.pdf' }),
      })}
      wayOut={<ButtonLink to={handover}>Revenir à la remise</ButtonLink>}
    />
  );
}
