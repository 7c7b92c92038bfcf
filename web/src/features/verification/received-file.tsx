import { useMutation } from '@tanstack/react-query';
import { FileSearch } from 'lucide-react';
import { useId } from 'react';
import { useNavigate } from 'react-router';
import { queryClient } from '#lib/query-client.ts';
import { verificationPath } from '#paths.ts';
import { FileDrop } from '#ui/file-drop.tsx';
import styles from './file-check.module.css';
import { referenceIn } from './judge-file.ts';
import { useDroppedFile } from './use-dropped-file.ts';

const HANDED_KEY = ['verification', 'received-file'];

/** For who has the PDF and not its reference in mind: it is read in the file, which the next screen judges. */
export function ReceivedFile() {
  const helpId = useId();
  const navigate = useNavigate();
  const reading = useMutation({
    mutationFn: referenceIn,
    onSuccess: (reference, file) => {
      if (reference === null) return;
      queryClient.setQueryData(HANDED_KEY, file);
      void navigate(verificationPath(reference));
    },
  });
  const isDragging = useDroppedFile((file) => reading.mutate(file));
  return (
    <section className={styles.check} aria-labelledby="pdf-recu">
      <h2 id="pdf-recu">Vous avez reçu le PDF&nbsp;?</h2>
      <p id={helpId}>
        Sa référence y est lue, dans votre navigateur&nbsp;: <strong>rien n’est envoyé</strong>.
      </p>
      <FileDrop
        icon={FileSearch}
        label="Choisir un PDF"
        accept="application/pdf,.pdf"
        describedBy={helpId}
        isOver={isDragging}
        loading={reading.isPending}
        onFile={(file) => reading.mutate(file)}
      />
      <div aria-live="polite">
        {reading.data === null && (
          <p>
            Ce fichier ne porte pas de référence de Clairisque&nbsp;: ce n’est pas un de nos PDF d’origine. Si vous en
            lisez une sur une page, tapez-la.
          </p>
        )}
      </div>
    </section>
  );
}

/** The file that brought here, once. */
export function takeReceivedFile(): File | null {
  const file = queryClient.getQueryData<File>(HANDED_KEY) ?? null;
  queryClient.removeQueries({ queryKey: HANDED_KEY });
  return file;
}
