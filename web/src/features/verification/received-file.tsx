import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { queryClient } from '#lib/query-client.ts';
import { verificationPath } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { isPdf, referenceIn } from './compare-file.ts';
import { FOREIGN } from './file-verdict.tsx';
import { PdfDrop } from './pdf-drop.tsx';

const HANDED_KEY = ['verification', 'received-file'];

/** For a user with the PDF only: reads the reference in the file, which the next screen compares. */
export function ReceivedFile() {
  const navigate = useNavigate();
  const reading = useMutation({
    mutationFn: async (file: File) => ({ reference: await referenceIn(file), isPdf: await isPdf(file) }),
    onSuccess: ({ reference }, file) => {
      if (reference === null) return;
      queryClient.setQueryData(HANDED_KEY, file);
      void navigate(verificationPath(reference));
    },
  });
  return (
    <PdfDrop
      title="Vous avez reçu le PDF&nbsp;?"
      help={
        <>
          Déposez-le ici. Sa référence est lue dans votre navigateur&nbsp;: <strong>rien n’est envoyé</strong>.
        </>
      }
      loading={reading.isPending}
      onFile={(file) => reading.mutate(file)}
    >
      {reading.data?.reference === null && (
        <Banner live tone="error" title={reading.data.isPdf ? FOREIGN.title : 'Ce fichier n’est pas un PDF'}>
          <p>
            {reading.data.isPdf
              ? `${FOREIGN.text} Si une référence est imprimée sur ses pages, tapez-la.`
              : 'Choisissez le PDF que vous avez reçu.'}
          </p>
          <p>Fichier&nbsp;: {reading.variables?.name}</p>
        </Banner>
      )}
    </PdfDrop>
  );
}

/** The file that led here; returned once. */
export function takeReceivedFile(): File | null {
  const file = queryClient.getQueryData<File>(HANDED_KEY) ?? null;
  queryClient.removeQueries({ queryKey: HANDED_KEY });
  return file;
}
