import type { Verification } from '@clairisque/contract/verification.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { FileVerdict } from './file-verdict.tsx';
import { judgeFile } from './judge-file.ts';
import { PdfDrop } from './pdf-drop.tsx';
import { takeReceivedFile } from './received-file.tsx';

/** « Ce PDF est-il le bon ? »: hashed here, compared with what we issued. */
export function FileCheck({ document }: { document: Verification }) {
  const check = useMutation({ mutationFn: (file: File) => judgeFile(file, document) });
  const judgeReceived = useEffectEvent(() => {
    const received = takeReceivedFile();
    if (received) check.mutate(received);
  });
  useEffect(() => judgeReceived(), []);
  return (
    <PdfDrop
      title="Votre fichier est-il l’original&nbsp;?"
      help={
        <>
          Déposez ici le PDF que vous avez reçu. Il est comparé dans votre navigateur&nbsp;:{' '}
          <strong>rien n’est envoyé</strong>.
        </>
      }
      loading={check.isPending}
      onFile={(file) => check.mutate(file)}
    >
      {check.data && <FileVerdict name={check.variables.name} judgement={check.data} document={document} />}
    </PdfDrop>
  );
}
