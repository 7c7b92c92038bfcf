import type { Findings } from './findings.ts';
import { blank, cell, note, question, text } from './statement-document-parts.ts';
import type { Block, Box, Cell, Row, Signatures } from './statement-document-parts.ts';
import { yesNo } from './statement-document-parts.ts';
import { declared } from './statement-document-plans.ts';
import type { StatementInput } from './statement-document.ts';
import { shortDate } from './statement-document-text.ts';

/** Blocks I to K, the signatures (L) and the companion page of indemnified disasters: what only the owner knows. */

export function declarationBlocks({ findings, statement }: StatementInput): Block[] {
  const answers = statement.declarations;
  return [
    indemnified(answers?.sinistres_indemnises ?? null),
    dryness(answers?.travaux_rga_non_realises ?? ''),
    attached(findings),
  ];
}

function indemnified(answer: boolean | null): Block {
  return {
    letter: 'I',
    title: 'Sinistres indemnisés après une catastrophe naturelle, minière ou technologique',
    article: 'L. 125-5, IV et R. 125-24, 5° du code de l’environnement',
    rows: [
      question(
        'Le bien a donné lieu au versement d’une indemnité d’assurance après une catastrophe',
        answer,
        declared(answer),
      ),
      question(
        'L’information est mentionnée dans l’acte',
        null,
        'La partie 3 permet de désigner les arrêtés en cause.',
      ),
    ],
  };
}

function dryness(works: string): Block {
  return {
    letter: 'J',
    title: 'Sécheresse et argiles : travaux indemnisés non réalisés',
    article: 'R. 125-24 du code de l’environnement',
    rows: [
      note(
        'Travaux permettant l’arrêt des désordres, indemnisés ou ouvrant droit à indemnisation, non réalisés pendant la période de propriété.',
      ),
      works.trim() === ''
        ? blank('Travaux restant à faire (ou « néant »)', 3)
        : text('Travaux restant à faire', works.trim()),
    ],
  };
}

function attached(findings: Findings): Block {
  return {
    letter: 'K',
    title: 'Pièces jointes',
    article: 'R. 125-24 du code de l’environnement',
    rows: [text('Dans ce document', INSIDE), ...attachments(findings)],
  };
}

const INSIDE =
  'Plan de situation, plan cadastral, liste communale des arrêtés de catastrophe naturelle, résumés en annexe.';

function attachments(findings: Findings): Row[] {
  const wanted: [boolean, string][] = [
    [
      (['pprn', 'pprm', 'pprt', 'ppr-prescrit'] as const).some((family) => findings[family].state === 'concerned'),
      'carte réglementaire et extrait du règlement de chaque plan',
    ],
    [findings.sismicite.state === 'concerned', 'fiche d’information sur le risque sismique'],
    [findings.radon.state === 'concerned', 'fiche d’information sur le radon'],
    [findings.debroussaillement.state === 'concerned', 'fiche d’information sur les obligations de débroussaillement'],
    [findings.sis.state === 'concerned', 'fiche du secteur d’information sur les sols'],
    [findings['trait-de-cote'].state === 'concerned', 'prescriptions de la zone exposée au recul du trait de côte'],
  ];
  const names = wanted.filter(([needed]) => needed).map(([, name]) => name);
  return [
    text('À joindre par le propriétaire', names.length > 0 ? `${names.join(' ; ')}.` : 'Aucune pièce complémentaire.'),
  ];
}

export function signatures({ statement }: StatementInput): Signatures {
  const sale = statement.transaction === 'Vente';
  return {
    owner: sale ? 'Vendeur' : 'Bailleur',
    ownerName: partyName(statement.seller) ?? '',
    other: sale ? 'Acquéreur' : 'Locataire',
    otherName: partyName(statement.buyer) ?? '',
  };
}

/** The screens send « - » for a party not known yet. */
export function partyName(name: string): string | null {
  return /^[\s-]*$/u.test(name) ? null : name.trim();
}

export type Disasters = {
  title: string;
  intro: string[];
  head: string[];
  widths: number[];
  rows: { cells: Cell[]; boxes: Box[] }[];
  /** Printed instead of the table when there is none. */
  empty: string | null;
};

/** The owner ticks; only ticked decrees are legally listed (R125-24 5°). « Aucun sinistre » answers every line. */
export function disasters({ findings, statement }: StatementInput): Disasters {
  const { catnat } = findings;
  const answer = statement.declarations?.sinistres_indemnises === false ? false : null;
  const decrees = [...(catnat.details?.decrees ?? [])].sort(
    (a, b) => (b.start ?? '').localeCompare(a.start ?? '') || a.code.localeCompare(b.code),
  );
  return {
    title: 'Déclaration de sinistres indemnisés',
    intro: [
      'En application du IV de l’article L. 125-5 du code de l’environnement.',
      'Cochez « oui » ou « non » si, à votre connaissance, l’immeuble a fait l’objet d’une indemnisation à la suite de dommages dus à chacun de ces événements. Seuls les arrêtés cochés « oui » font partie de l’état des risques.',
    ],
    head: ['Catastrophe reconnue dans la commune', 'Début', 'Fin', 'Arrêté du', 'JO du', 'Indemnisation'],
    widths: [62, 20, 20, 20, 20, 28],
    rows: decrees.map((decree) => ({
      cells: [
        cell(decree.hazard, { detail: decree.code }),
        ...[decree.start, decree.end, decree.decree, decree.journalOfficiel].map((date) => cell(shortDate(date))),
      ],
      boxes: yesNo(answer),
    })),
    empty: decrees.length > 0 ? null : catnat.sentence,
  };
}
