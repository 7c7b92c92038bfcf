import type { Catnat } from '#domain/risks/facts.ts';
import type { Findings } from '#domain/risks/findings.ts';
import { counted } from '#domain/french.ts';
import { communesOf } from '#domain/geo/place.ts';
import { inTheCommunes } from '#domain/geo/place-in-words.ts';
import { attachedBlock } from './enclosures.ts';
import { asked, blank, cell, note, PART, text, yesNo } from './parts.ts';
import type { Block, Box, Cell, Signatures } from './parts.ts';
import { declared } from './plan-words.ts';
import type { StatementInput } from './input.ts';
import { shortDate } from './text.ts';

/** Blocks I to K, the signatures (L) and the page of indemnified disasters: what only the owner knows. */

export function declarationBlocks(input: StatementInput): Block[] {
  const { transaction, declarations } = input.statement;
  return [
    indemnified(declarations?.sinistres_indemnises ?? null, transaction === 'Vente'),
    ...(transaction === 'Vente' ? [dryness(declarations?.travaux_rga_non_realises ?? '')] : []),
    attachedBlock(input),
  ];
}

function indemnified(answer: boolean | null, sale: boolean): Block {
  return {
    letter: 'I',
    title: 'Sinistres indemnisés par l’assurance',
    article: 'L. 125-5, IV et R. 125-24, 5° du code de l’environnement',
    rows: [
      asked(
        'Le bien a donné lieu au versement d’une indemnité d’assurance après une catastrophe naturelle, minière ou technologique',
        answer,
        declared(answer),
      ),
      asked(
        sale ? 'L’information est mentionnée dans l’acte de vente' : 'L’information est donnée par écrit au locataire',
        null,
        `À préciser à la signature. La partie ${PART.disasters} désigne les sinistres en cause.`,
      ),
    ],
  };
}

/** Décret n° 2024-82 of 5 February 2024, since 1 January 2024: for a seller, who has the expert's report. */
function dryness(works: string): Block {
  return {
    letter: 'J',
    title: 'Sécheresse et argiles : travaux indemnisés non réalisés',
    article: 'Décret n° 2024-82 du 5 février 2024',
    rows: [
      note(
        'À remplir par le vendeur qui dispose du rapport d’expertise de l’assureur, pour un bien assuré et un sinistre survenu depuis le 1er janvier 2024, pendant qu’il en était propriétaire : travaux permettant l’arrêt des désordres dus aux mouvements de terrain différentiels consécutifs à la sécheresse et à la réhydratation des sols, non réalisés bien qu’indemnisés ou ouvrant droit à indemnisation.',
      ),
      works.trim() === ''
        ? blank('Travaux restant à faire (ou « néant », ou « sans objet »)', 1)
        : text('Travaux restant à faire', `Déclaration du propriétaire : ${works.trim()}`),
    ],
  };
}

const ATTESTED =
  'Les signataires attestent avoir pris connaissance de ces informations et avoir pu les vérifier, les corriger et les compléter.';

export function signatures({ statement }: StatementInput): Signatures {
  const sale = statement.transaction === 'Vente';
  return {
    statement: ATTESTED,
    together: {
      title: 'L. Signatures',
      statement: `Une seule signature vaut pour l’état des risques (partie ${PART.form}) et pour la déclaration de sinistres (partie ${PART.disasters}). ${ATTESTED}`,
    },
    owner: sale ? 'Vendeur' : 'Bailleur',
    ownerName: partyName(statement.seller) ?? '',
    other: sale ? 'Acquéreur' : 'Locataire',
    otherName: partyName(statement.buyer) ?? '',
    agent: 'Mandataire, s’il y a lieu',
  };
}

/** The screens send « - » for an unknown party. */
export function partyName(name: string): string | null {
  return /^[\s-]*$/u.test(name) ? null : name.trim();
}

export type Disasters = {
  title: string;
  intro: string[];
  /** One box that answers « non » to every line. */
  none: { box: Box; sentence: string } | null;
  head: string[];
  widths: number[];
  rows: { cells: Cell[]; boxes: Box[] }[];
  /** Printed instead of the table when there is none. */
  empty: string | null;
  /** Label of the lines for disasters that are not in the list. */
  other: string;
};

/** The owner ticks; only ticked decrees are legally declared (R125-24 5°). « Aucun sinistre » answers every line. */
export function disasters({ findings, statement, place }: StatementInput): Disasters {
  const isInSeveral = communesOf(place).length > 1;
  const decrees = latestFirst(findings);
  const none = statement.declarations?.sinistres_indemnises === false;
  return {
    title: 'Déclaration de sinistres indemnisés',
    intro: [
      'Le propriétaire déclare les sinistres survenus pendant qu’il possède le bien, et ceux dont il a lui-même été informé (L. 125-5, IV du code de l’environnement).',
      ...(decrees.length > 0 ? [howTo(decrees.length, inTheCommunes(place))] : []),
      ...(decrees.length > 0 && findings.catnat.contradiction !== undefined ? [findings.catnat.contradiction] : []),
    ],
    none:
      decrees.length === 0
        ? null
        : {
            box: {
              label:
                'Aucun de ces événements n’a donné lieu, à ma connaissance, au versement d’une indemnité pour ce bien.',
              checked: none,
            },
            sentence: none
              ? 'Déclaration du propriétaire : aucun sinistre indemnisé.'
              : 'Sinon, répondre ligne par ligne.',
          },
    head: [
      `Catastrophe reconnue dans ${isInSeveral ? 'une commune' : 'la commune'}`,
      'Début',
      'Fin',
      'Arrêté du',
      'JO du',
      'Indemnité',
    ],
    widths: [72, 18, 18, 18, 18, 26],
    rows: decrees.map((decree) => ({ cells: decreeCells(decree, isInSeveral), boxes: yesNo(none ? false : null) })),
    empty: decrees.length > 0 ? null : findings.catnat.sentence,
    other: otherClaim(decrees.length > 0, none),
  };
}

/** The commune only when the parcels are in several. */
function decreeCells(decree: Catnat, isInSeveral: boolean): Cell[] {
  return [
    cell(decree.hazard, { detail: isInSeveral ? `${decree.code}, ${decree.commune}` : decree.code }),
    ...[decree.start, decree.end, decree.decree, decree.journalOfficiel].map((date) => cell(shortDate(date))),
  ];
}

function otherClaim(isListed: boolean, none: boolean): string {
  if (isListed)
    return 'Autre sinistre indemnisé : catastrophe minière ou technologique, arrêté qui manque à la liste ci-dessous';
  return none
    ? 'Déclaration du propriétaire : aucun sinistre indemnisé. À corriger ici s’il y a lieu'
    : 'Sinistre indemnisé : catastrophe minière, technologique ou naturelle (écrire « aucun » s’il n’y en a pas)';
}

const howTo = (count: number, where: string): string =>
  `${counted(count, 'arrêté recensé', 'arrêtés recensés')} ${where}, ${count > 1 ? 'du plus récent au plus ancien' : 'ci-dessous'}. Cochez « oui » si l’immeuble a été indemnisé à la suite de l’événement : seuls les arrêtés cochés « oui » font partie de l’état des risques (R. 125-24, 5°).`;

function latestFirst({ catnat }: Findings) {
  return [...(catnat.details?.decrees ?? [])].sort(
    (a, b) => (b.start ?? '').localeCompare(a.start ?? '') || a.code.localeCompare(b.code),
  );
}
