import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import { isIndemnified } from './disasters.ts';
import { attachedBlock } from './enclosures.ts';
import { asked, blank, note, PART, text } from '#domain/printing/parts.ts';
import type { Block, Row, Signatures } from '#domain/printing/parts.ts';
import { declared } from './plan-words.ts';
import type { StatementInput } from './input.ts';

/** Blocks I to K and the signatures (L): what only the owner knows. */

export function declarationBlocks(input: StatementInput): Block[] {
  const { transaction, declarations } = input.statement;
  return [
    indemnified(declarations, transaction === 'Vente'),
    ...(transaction === 'Vente' ? [dryness(declarations)] : []),
    attachedBlock(input),
  ];
}

function indemnified(declarations: Declarations | null, sale: boolean): Block {
  const answer = isIndemnified(declarations);
  const mention = sale
    ? 'L’information est mentionnée dans l’acte de vente'
    : 'L’information est donnée par écrit au locataire';
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
      answer === false
        ? text(mention, 'Sans objet, d’après la réponse précédente.')
        : asked(
            mention,
            null,
            `À préciser à la signature. La partie ${PART.disasters} désigne les sinistres en cause.`,
          ),
    ],
  };
}

/** R125-6-1 code des assurances (décret n° 2024-82, since 1 January 2024): for a seller, who has the expert's report. */
function dryness(declarations: Declarations | null): Block {
  return {
    letter: 'J',
    title: 'Sécheresse et argiles : travaux indemnisés non réalisés',
    article: 'R. 125-6-1 du code des assurances',
    rows: [
      note(
        'À remplir par le vendeur qui dispose du rapport d’expertise de l’assureur, pour un bien assuré et un sinistre survenu depuis le 1er janvier 2024, pendant qu’il en était propriétaire : travaux permettant l’arrêt des désordres dus aux mouvements de terrain différentiels consécutifs à la sécheresse et à la réhydratation des sols, non réalisés bien qu’indemnisés ou ouvrant droit à indemnisation.',
      ),
      droughtWorks(declarations),
    ],
  };
}

/** « Non » to indemnified disasters says nothing of works whose indemnity is still due: that is read, not asked. */
function droughtWorks(declarations: Declarations | null): Row {
  const works = (declarations?.travaux_rga_non_realises ?? '').trim();
  if (works !== '') return text('Travaux restant à faire', `Déclaration du propriétaire : ${works}`);
  return isIndemnified(declarations) === false
    ? text(
        'Travaux restant à faire',
        'Déclaration du propriétaire : aucun sinistre indemnisé. À corriger si des travaux ouvrent droit à une indemnité qui n’est pas encore versée.',
      )
    : blank('Travaux restant à faire (ou « néant », ou « sans objet »)', 1);
}

const UNSIGNED: Signed = { place: null, date: null };

const ATTESTED =
  'Les signataires attestent avoir pris connaissance de ces informations et avoir pu les vérifier, les corriger et les compléter.';

type Signed = { place: string | null; date: string | null };

export function signatures({ statement }: StatementInput, { place, date }: Signed = UNSIGNED): Signatures {
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
    ...(place !== null && { place }),
    ...(date !== null && { date }),
  };
}

/** The screens send « - » for an unknown party. */
export function partyName(name: string): string | null {
  return /^[\s-]*$/u.test(name) ? null : name.trim();
}
