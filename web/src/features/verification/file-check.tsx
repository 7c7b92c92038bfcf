import type { Verification } from '@clairisque/contract/verification.ts';
import { useMutation } from '@tanstack/react-query';
import { FileSearch } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#ui/button.tsx';
import styles from './file-check.module.css';
import { FileVerdict } from './file-verdict.tsx';
import { judgeFile } from './judge-file.ts';
import { useDroppedFile } from './use-dropped-file.ts';

/** « Ce PDF est-il le bon ? »: hashed here, compared with what we issued. */
export function FileCheck({ document }: { document: Verification }) {
  const input = useRef<HTMLInputElement>(null);
  const check = useMutation({ mutationFn: (file: File) => judgeFile(file, document) });
  const isDragging = useDroppedFile((file) => check.mutate(file));
  return (
    <section className={styles.check} aria-labelledby="ce-fichier">
      <h2 id="ce-fichier">Votre fichier est-il l’original&nbsp;?</h2>
      <div className={styles.zone} data-dragging={isDragging}>
        <FileSearch aria-hidden="true" />
        <p>
          Déposez ici le PDF que vous avez reçu. Il est comparé dans votre navigateur&nbsp;:{' '}
          <strong>rien n’est envoyé</strong>.
        </p>
        <Button variant="secondary" loading={check.isPending} onClick={() => input.current?.click()}>
          Choisir un PDF
        </Button>
        <input
          ref={input}
          type="file"
          accept="application/pdf,.pdf"
          hidden
          aria-label="PDF à vérifier"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            // The same file, chosen again, is judged again.
            currentTarget.value = '';
            if (file) check.mutate(file);
          }}
        />
      </div>
      <div aria-live="polite">
        {check.data && <FileVerdict name={check.variables.name} judgement={check.data} document={document} />}
      </div>
    </section>
  );
}
