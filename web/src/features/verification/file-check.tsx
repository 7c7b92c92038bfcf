import type { Verification } from '@clairisque/contract/verification.ts';
import { useMutation } from '@tanstack/react-query';
import { FileSearch } from 'lucide-react';
import { useEffect, useEffectEvent, useId } from 'react';
import { FileDrop } from '#ui/file-drop.tsx';
import styles from './file-check.module.css';
import { FileVerdict } from './file-verdict.tsx';
import { judgeFile } from './judge-file.ts';
import { takeReceivedFile } from './received-file.tsx';
import { useDroppedFile } from './use-dropped-file.ts';

/** « Ce PDF est-il le bon ? »: hashed here, compared with what we issued. */
export function FileCheck({ document }: { document: Verification }) {
  const helpId = useId();
  const check = useMutation({ mutationFn: (file: File) => judgeFile(file, document) });
  const judgeReceived = useEffectEvent(() => {
    const received = takeReceivedFile();
    if (received) check.mutate(received);
  });
  useEffect(() => judgeReceived(), []);
  const isDragging = useDroppedFile((file) => check.mutate(file));
  return (
    <section className={styles.check} aria-labelledby="ce-fichier">
      <h2 id="ce-fichier">Votre fichier est-il l’original&nbsp;?</h2>
      <p id={helpId}>
        Déposez ici le PDF que vous avez reçu. Il est comparé dans votre navigateur&nbsp;:{' '}
        <strong>rien n’est envoyé</strong>.
      </p>
      <FileDrop
        icon={FileSearch}
        label="Choisir un PDF"
        accept="application/pdf,.pdf"
        describedBy={helpId}
        isOver={isDragging}
        loading={check.isPending}
        onFile={(file) => check.mutate(file)}
      />
      <div aria-live="polite">
        {check.data && <FileVerdict name={check.variables.name} judgement={check.data} document={document} />}
      </div>
    </section>
  );
}
