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
  switch (verdict.kind) {
    case 'authentic':
      return authentic(document, WHOLE);
    case 'short-version':
      return authentic(document, SHORT);
    case 'other-edition':
      return otherEdition(verdict, document);
    default:
      return wordsOfFile(verdict, document.reference, 'Un état des risques');
  }
}

/** A file that is not what we issued under that reference; `kind` of document. */
export function wordsOfFile(verdict: FileVerdict, reference: string, kind: string): Words {
  switch (verdict.kind) {
    case 'foreign':
      return { tone: 'error', ...FOREIGN };
    case 'other-document':
      return {
        tone: 'error',
        title: 'Ce fichier porte une autre référence',
        text: (
          <>
            Il se présente comme <Link to={verificationPath(verdict.reference)}>{verdict.reference}</Link>, et non comme{' '}
            {reference}. Vérifiez cette référence-là, puis déposez-y le fichier.
          </>
        ),
      };
    case 'too-big':
      return {
        tone: 'error',
        title: MODIFIED,
        text: `Il pèse ${verdict.megabytes}\u00A0Mo. ${kind} n’en dépasse jamais ${MAX_MEGABYTES}.`,
      };
    default:
      return {
        tone: 'error',
        title: MODIFIED,
        text: 'Il a été modifié, enregistré de nouveau par un logiciel, numérisé depuis du papier, ou porte une autre référence. Demandez le PDF d’origine à la personne qui vous l’a remis.',
      };
  }
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

function otherEdition({ edition, isShort }: OtherEdition, document: Verification): Words {
  const which = isShort ? `${SHORT_ALONE}, de l’édition` : 'le PDF';
  const issued = isShort ? 'émise le' : 'émis le';
  const link = <Link to={verificationPath(edition.reference)}>{edition.reference}</Link>;
  if (edition.etat === 'complete') {
    return {
      tone: 'warning',
      title: 'Fichier authentique, complété depuis',
      text: (
        <>
          C’est {which} {link}, {issued} {formatDay(edition.emis_le)}. Ses réponses ont été complétées depuis&nbsp;:
          demandez {edition.complete_par?.reference ?? document.reference}.
        </>
      ),
    };
  }
  if (edition.etat === 'remplace') {
    const successor = edition.remplace_par?.reference ?? document.reference;
    const isUpdated = isUpdateOf(successor, edition.reference);
    return {
      tone: 'warning',
      title: isUpdated ? UPDATED : REPLACED,
      text: (
        <>
          C’est {which} {link}, {issued} {formatDay(edition.emis_le)}, que {successor}{' '}
          {isUpdated ? 'met à jour\u00A0: des informations publiques ont changé' : 'remplace'}. Demandez la nouvelle
          version.
        </>
      ),
    };
  }
  if (edition.etat === 'expire') {
    return {
      tone: 'warning',
      title: 'Fichier authentique, mais expiré',
      text: (
        <>
          C’est {which} {link}, {issued} {formatDay(edition.emis_le)}, valable jusqu’au {formatDay(edition.expire_le)}.
        </>
      ),
    };
  }
  return {
    tone: 'success',
    title: 'Fichier authentique, et plus récent',
    text: (
      <>
        C’est {which} {link}, {issued} {formatDay(edition.emis_le)}, qui{' '}
        {isUpdateOf(edition.reference, document.reference) ? 'met à jour' : 'remplace'} {document.reference}.
      </>
    ),
  };
}
