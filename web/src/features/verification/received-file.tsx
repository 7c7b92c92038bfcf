import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { queryClient } from '#lib/query-client.ts';
import { verificationPath } from '#paths.ts';
import { referenceIn } from './compare-file.ts';
import { PdfDrop } from './pdf-drop.tsx';

const HANDED_KEY = ['verification', 'received-file'];

/** For a user with the PDF only: reads the reference in the file, which the next screen compares. */
export function ReceivedFile() {
  const navigate = useNavigate();
  const reading = useMutation({
    mutationFn: referenceIn,
    onSuccess: (reference, file) => {
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
      {reading.data === null && (
        <p>
          Ce fichier ne porte pas de référence de Clairisque&nbsp;: ce n’est pas un de nos PDF d’origine. Si vous en
          lisez une sur une page, tapez-la.
        </p>
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
