import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { Banner } from '#ui/banner.tsx';
import { isVerdict, type FileComparison, type FileVerdict } from './compare-file.ts';
import { PdfDrop } from './pdf-drop.tsx';
import { takeReceivedFile } from './received-file.tsx';

/** « Ce PDF est-il le bon ? »: hashed here, compared with what we issued. The verdict is at the top of the page. */
export function FileCheck({ check }: { check: UseMutationResult<FileComparison, Error, File> }) {
  const compareReceived = useEffectEvent(() => {
    const received = takeReceivedFile();
    if (received) check.mutate(received);
  });
  useEffect(() => compareReceived(), []);
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
      {check.data && !isVerdict(check.data) && <Uncompared name={check.variables.name} problem={check.data.kind} />}
    </PdfDrop>
  );
}

type Problem = Exclude<FileComparison, FileVerdict>['kind'];

const PROBLEMS: Record<Problem, { title: string; advice: string }> = {
  'not-pdf': { title: 'Ce fichier n’est pas un PDF', advice: 'Choisissez le PDF que vous avez reçu.' },
  unreadable: {
    title: 'Ce fichier n’a pas pu être lu',
    advice: 'Déposez le PDF lui-même, enregistré sur votre appareil.',
  },
  unavailable: {
    title: 'Votre navigateur ne permet pas cette comparaison',
    advice: 'Essayez avec un navigateur à jour.',
  },
};

/** No comparison: the page stays about the reference. */
function Uncompared({ name, problem }: { name: string; problem: Problem }) {
  const { title, advice } = PROBLEMS[problem];
  return (
    <Banner tone="error" title={title}>
      <p>{advice}</p>
      <p>Fichier&nbsp;: {name}</p>
    </Banner>
  );
}
