import type { Verification } from '@clairisque/contract/verification.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDay } from '#lib/dates.ts';
import { verificationPath } from '#paths.ts';
import { MAX_MEGABYTES, type FileVerdict } from './compare-file.ts';
import { isUpdateOf } from './succession.ts';

export type Words = { tone: 'success' | 'warning' | 'error'; title: string; text: ReactNode };

/** A file without any reference of ours. */
export const FOREIGN = {
  title: 'Ce fichier n’est pas un PDF de Clairisque',
  text: 'Il ne porte aucune référence de notre service\u00A0: un autre l’a établi, ou c’est une copie numérisée ou enregistrée de nouveau, que rien ne permet de vérifier. Demandez le PDF d’origine à la personne qui vous l’a remis.',
};

/** Explains the result of the comparison. */
export function wordsOf(verdict: FileVerdict, document: Verification): Words {
  if (verdict.kind === 'authentic') return authentic(document, WHOLE);
  if (verdict.kind === 'short-version') return authentic(document, SHORT);
  if (verdict.kind === 'other-edition') return otherEdition(verdict, document);
  return wordsOfFile(verdict, document.reference, 'Un état des risques');
}

/** A file that is not what we issued under that reference; `kind` of document. */
export function wordsOfFile(verdict: FileVerdict, reference: string, kind: string): Words {
  if (verdict.kind === 'foreign') return { tone: 'error', ...FOREIGN };
  if (verdict.kind === 'other-document') {
    const text = (
      <>
        Il se présente comme <Link to={verificationPath(verdict.reference)}>{verdict.reference}</Link>, et non comme{' '}
        {reference}. Vérifiez cette référence-là, puis déposez-y le fichier.
      </>
    );
    return { tone: 'error', title: 'Ce fichier porte une autre référence', text };
  }
  if (verdict.kind === 'too-big') {
    const text = `Il pèse ${verdict.megabytes}\u00A0Mo. ${kind} n’en dépasse jamais ${MAX_MEGABYTES}.`;
    return { tone: 'error', title: MODIFIED, text };
  }
  return {
    tone: 'error',
    title: MODIFIED,
    text: 'Il a été modifié, enregistré de nouveau par un logiciel, numérisé depuis du papier, ou porte une autre référence. Demandez le PDF d’origine à la personne qui vous l’a remis.',
  };
}

const MODIFIED = 'Ce fichier n’est pas celui que nous avons émis';
const WHOLE = 'le PDF complet';
const SHORT_ALONE = 'la version courte, sans annexes';
const SHORT = `${SHORT_ALONE}, du PDF`;

/** `which` of the two files of the edition. */
function authentic(document: Verification, which: string): Words {
  const { etat, emis_le: issued, expire_le: lastDay, remplace_par: successor, complete, complete_par: next } = document;
  const completed = complete ? `, complété le ${formatDay(complete.complete_le)}` : '';
  const same = `C’est, à l’octet près, ${which} que nous avons émis le ${formatDay(issued)}${completed}.`;
  if (etat === 'complete') {
    const text = (
      <>
        {same} Ses réponses ont été complétées le {formatDay(next?.complete_le)}&nbsp;: demandez{' '}
        {next ? <Link to={verificationPath(next.reference)}>{next.reference}</Link> : 'la nouvelle version'}.
      </>
    );
    return { tone: 'warning', title: 'Fichier authentique, complété depuis', text };
  }
  if (etat === 'valide') return { tone: 'success', title: 'Fichier authentique', text: same };
  if (etat === 'expire') {
    const text = `${same} Il était valable jusqu’au ${formatDay(lastDay)}.`;
    return { tone: 'warning', title: 'Fichier authentique, mais expiré', text };
  }
  if (successor && isUpdateOf(successor.reference, document.reference)) {
    const text = (
      <>
        {same} Des informations publiques ont changé depuis&nbsp;: demandez{' '}
        <Link to={verificationPath(successor.reference)}>{successor.reference}</Link>, mis à jour le{' '}
        {formatDay(successor.emis_le)}.
      </>
    );
    return { tone: 'warning', title: UPDATED, text };
  }
  const text = `${same} La version du ${formatDay(successor?.emis_le)} le remplace.`;
  return { tone: 'warning', title: REPLACED, text };
}

const REPLACED = 'Fichier authentique, mais remplacé';
const UPDATED = 'Fichier authentique, mais mis à jour depuis';

type OtherEdition = Extract<FileVerdict, { kind: 'other-edition' }>;

/** An edition before or after the document of the page. */
function otherEdition({ edition, isShort }: OtherEdition, document: Verification): Words {
  const words = wordsOfEdition(edition, document);
  const { reference, emis_le: on } = edition;
  const text = (
    <>
      C’est {isShort ? `${SHORT_ALONE}, de l’édition` : 'le PDF'}{' '}
      <Link to={verificationPath(reference)}>{reference}</Link>, {isShort ? 'émise' : 'émis'} le {formatDay(on)}
      {words.text}
    </>
  );
  return { ...words, text };
}

/** `text`: the end of the sentence. */
function wordsOfEdition(edition: Verification, document: Verification): Words {
  switch (edition.etat) {
    case 'complete': {
      const newer = edition.complete_par?.reference ?? document.reference;
      const text = `. Ses réponses ont été complétées depuis\u00A0: demandez ${newer}.`;
      return { tone: 'warning', title: 'Fichier authentique, complété depuis', text };
    }
    case 'remplace':
      return replaced(edition, edition.remplace_par?.reference ?? document.reference);
    case 'expire': {
      const text = `, valable jusqu’au ${formatDay(edition.expire_le)}.`;
      return { tone: 'warning', title: 'Fichier authentique, mais expiré', text };
    }
    case 'valide': {
      const does = isUpdateOf(edition.reference, document.reference) ? 'met à jour' : 'remplace';
      const text = `, qui ${does} ${document.reference}.`;
      return { tone: 'success', title: 'Fichier authentique, et plus récent', text };
    }
  }
}

function replaced({ reference }: Verification, newer: string): Words {
  return isUpdateOf(newer, reference)
    ? {
        tone: 'warning',
        title: UPDATED,
        text: `, que ${newer} met à jour\u00A0: des informations publiques ont changé. Demandez la nouvelle version.`,
      }
    : { tone: 'warning', title: REPLACED, text: `, que ${newer} remplace. Demandez la nouvelle version.` };
}
