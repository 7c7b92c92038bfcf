import { isOwn, OWN } from '#domain/headings/headings.ts';
import { COMPULSORY_HEADINGS } from '@clairisque/contract/common/headings.ts';
import { answerOf } from '#domain/risks/findings.ts';
import type { Findings } from '#domain/risks/findings.ts';
import { CLEARING_TITLE, clearingAttestation } from './clearing.ts';
import { indemnifiedDecrees } from './disasters.ts';
import { isEnclosed, labelOf, requiredDocuments, type RequiredDocument } from '#domain/headings/required-documents.ts';
import { PART, text, tick } from '#domain/printing/parts.ts';
import type { Block, Row } from '#domain/printing/parts.ts';
import type { StatementInput } from './input.ts';

/** Block K: the enclosed documents, and those that the owner must still enclose. */
export function attachedBlock(input: StatementInput): Block {
  const required = requiredDocuments(input);
  return {
    letter: 'K',
    title: 'Pièces jointes',
    article: 'R. 125-24 du code de l’environnement',
    rows: [
      ...(input.maps === null
        ? []
        : [enclosed('Plan de situation et plan cadastral', `Partie ${PART.maps} de ce document.`)]),
      ...decreesRow(input),
      ...required.map((document) =>
        tick(labelOf(document), { label: 'jointe', checked: isEnclosed(document) }, whereIs(document)),
      ),
      ...(clearingAttestation(input) === null
        ? []
        : [
            tick(
              CLEARING_TITLE,
              { label: 'jointe', checked: false },
              `À la suite de la partie ${PART.disasters} : à remplir et à signer, puis à annexer (D. 134-7 du code forestier).`,
            ),
          ]),
      ...lastRow(input.findings, required.length === 0),
    ],
  };
}

/** Nothing is enclosed where part 2 lists no decree. */
function decreesRow(input: StatementInput): Row[] {
  const where = `Partie ${PART.disasters} de ce document.`;
  if (indemnifiedDecrees(input).length > 0)
    return [enclosed('Liste des arrêtés de catastrophe naturelle après lesquels le bien a été indemnisé', where)];
  const decrees = input.findings.catnat.details?.decrees ?? [];
  return decrees.length === 0 ? [] : [enclosed('Liste communale des arrêtés de catastrophe naturelle', where)];
}

/** « None » only when every heading that may require a document has its answer. */
function lastRow(findings: Findings, isEmpty: boolean): Row[] {
  if (isEveryDocumentKnown(findings))
    return isEmpty ? [text('À joindre', 'Aucune autre pièce n’est exigée par la loi.')] : [];
  return [text('À déterminer', 'Les points qui n’ont pas pu être vérifiés peuvent exiger d’autres pièces.')];
}

export const isEveryDocumentKnown = (findings: Findings): boolean =>
  COMPULSORY_HEADINGS.every(
    (heading) =>
      (isOwn(heading) && OWN[heading].papers === null) ||
      findings[heading].state === 'concerned' ||
      answerOf(findings[heading]) === false,
  );

const enclosed = (piece: string, where: string): Row => tick(piece, { label: 'jointe', checked: true }, where);

/** Where the document is, or where the owner finds it. */
export function whereIs({ held, source }: RequiredDocument): string {
  switch (held.state) {
    case 'bound':
      return `Dans ce document : ${held.where}.`;
    case 'unmarked':
      return `Dans ce document : ${held.where}. Le bien n’y est pas repéré : à entourer sur la carte par le propriétaire (R. 125-24, 1°).`;
    case 'partly-bound':
      return `En partie dans ce document : ${held.where}. Le reste est à joindre par le propriétaire : ${source}.`;
    case 'file': {
      const rest = held.whole ? '' : ` Le reste est à trouver : ${source}.`;
      return `À imprimer et à joindre : ${held.files.join(', ')}, dans les pièces attachées au fichier PDF (trombone).${rest}`;
    }
    case 'missing':
      return `À joindre par le propriétaire : ${source}.`;
  }
}

/** Maps of this document on which the owner still has to show the property, on page 2. */
export const toMark = (input: StatementInput): string[] =>
  requiredDocuments(input).flatMap((document) =>
    document.held.state === 'unmarked' ? [`${labelOf(document)} : ${document.held.where}`] : [],
  );

/** What remains to enclose, on page 2: the other documents whose box block K leaves open. */
export function toEnclose(input: StatementInput): string[] {
  const required = requiredDocuments(input)
    .filter((document) => !isEnclosed(document) && document.held.state !== 'unmarked')
    .map(
      (document) =>
        `${labelOf(document)}${document.held.state === 'file' ? ' : à imprimer, dans les fichiers attachés' : ''}`,
    );
  return clearingAttestation(input) === null
    ? required
    : [...required, `${CLEARING_TITLE}, une fois remplie et signée`];
}
