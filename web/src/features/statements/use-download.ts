import { statementFileName } from '@clairisque/contract/common/file-name.ts';
import { downloadStatement } from '@clairisque/contract/documents.ts';
import { useMutation } from '@tanstack/react-query';
import { ApiFailure, LONG_TIMEOUT_MS } from '#lib/api.ts';
import { callBlob, saveFile } from '#lib/download.ts';
import { showToast } from '#lib/toasts.ts';

type Wanted = { edition?: string; isShort?: boolean };

/**
 * Downloads the PDF of the current edition, or of another one, or its short version to hand over; named with the number
 * and the address of its statement.
 */
export function useDownload(
  { id, adresse }: { id: number; adresse: string },
  { edition, isShort = false }: Wanted = {},
): { start: () => void; isLoading: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      callBlob(downloadStatement, {
        params: { erp_id: String(id) },
        query: { ...(edition && { edition }), ...(isShort && { forme: 'courte' as const }) },
        timeoutMs: LONG_TIMEOUT_MS,
      }),
    networkMode: 'always',
    onSuccess: (file) => saveFile(file, statementFileName({ id, adresse, ...markOf({ edition, isShort }) })),
    onError: (error) => showToast('error', isShort && isMissing(error) ? NO_SHORT_VERSION : FAILED),
  });
  return { start: () => mutate(), isLoading: isPending };
}

function markOf({ edition, isShort }: { edition: string | undefined; isShort: boolean }): { mark?: string } {
  if (isShort) return { mark: ' - à remettre' };
  return edition ? { mark: ` (édition ${edition})` } : {};
}

const FAILED = 'Erreur lors du téléchargement. Veuillez réessayer.';
const NO_SHORT_VERSION = 'Cet état a été émis avant que la version courte existe : remettez le PDF complet.';
const isMissing = (error: unknown): boolean => error instanceof ApiFailure && error.status === 404;
