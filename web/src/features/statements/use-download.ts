import { statementFileName } from '@clairisque/contract/common/file-name.ts';
import { downloadStatement } from '@clairisque/contract/documents.ts';
import { useMutation } from '@tanstack/react-query';
import { LONG_TIMEOUT_MS } from '#lib/api.ts';
import { callBlob, saveFile } from '#lib/download.ts';
import { showToast } from '#lib/toasts.ts';

type Edition = '1' | '2';

/**
 * Downloads the PDF of the current edition, or of another one, named with the number and the address of its statement.
 */
export function useDownload(
  { id, adresse }: { id: number; adresse: string },
  edition?: Edition,
): { start: () => void; isLoading: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      callBlob(downloadStatement, {
        params: { erp_id: String(id) },
        query: edition ? { edition } : {},
        timeoutMs: LONG_TIMEOUT_MS,
      }),
    networkMode: 'always',
    onSuccess: (file) =>
      saveFile(file, statementFileName({ id, adresse, ...(edition && { mark: ` (édition ${edition})` }) })),
    onError: () => showToast('error', 'Erreur lors du téléchargement. Veuillez réessayer.'),
  });
  return { start: () => mutate(), isLoading: isPending };
}
