import { titleOf } from './property.ts';
import { asked, blank, note, PART, text } from '#domain/printing/parts.ts';
import type { Block, Row } from '#domain/printing/parts.ts';
import type { StatementInput } from './input.ts';

/**
 * The seller's attestation of débroussaillement, annexed to the promesse or contrat préliminaire and to the acte (D134-7
 * code forestier): a separate page to fill in and sign. Every answer is the seller's, so every one is blank. Null for a
 * lease, or outside the zones.
 */
export function clearingAttestation(input: StatementInput): Block | null {
  const { findings, statement } = input;
  if (statement.transaction !== 'Vente' || findings.debroussaillement.state !== 'concerned') return null;
  return {
    letter: null,
    title: CLEARING_TITLE,
    article: 'L. 134-16 et D. 134-7 du code forestier',
    rows: [
      note(
        'À remplir et à signer par le vendeur, puis à annexer à la promesse de vente ou au contrat préliminaire, et à l’acte authentique. Les réponses sont les siennes : aucune source publique ne les donne.',
      ),
      text('Bien', titleOf(input)),
      attested(isUnsure(input)),
      note(NOT_YET),
      asked(
        'Des servitudes de passage ou d’aménagement pour la défense contre l’incendie grèvent le terrain',
        null,
        'À déclarer par le vendeur. Si oui, les désigner ci-dessous.',
      ),
      blank('Travaux restant à faire, servitudes', 3),
      blank('Je soussigné(e), vendeur, atteste sur l’honneur l’exactitude de ces réponses. Nom et prénom', 1),
      blank('Fait à, le', 1),
      blank('Signature', 2),
    ],
  };
}

/** The article's own words between quotation marks. */
const attested = (isUnsure: boolean): Row => ({
  kind: 'question',
  label: `${isUnsure ? 'À remplir si le terrain est bien soumis' : 'Le terrain est soumis'} à une obligation de débroussaillement ou de maintien en état débroussaillé${isUnsure ? ', ce que la source ne dit pas' : ''}. Dans les limites de sa propriété, le vendeur « atteste sur l’honneur de ce qu’il y a été satisfait », selon les règles applicables et les modalités fixées par le préfet`,
  boxes: [
    { label: 'il y a été satisfait', checked: false },
    { label: 'il n’y a pas encore été satisfait', checked: false },
  ],
  sentence: 'À cocher par le vendeur, qui engage sa parole.',
  wide: true,
  owner: true,
});

/** The commune has zones, which the source does not locate: block H is left to tick. */
const isUnsure = ({ findings: { debroussaillement } }: StatementInput): boolean =>
  debroussaillement.details?.obligation?.communeOnly === true;
const NOT_YET =
  'Pas encore satisfait : l’attestation ne peut pas être donnée, et la vente y est « conditionnée » (L. 134-16). Débroussailler avant de signer, et prévenir le notaire. Celui qui ne débroussaille pas s’expose à une astreinte, jusqu’à 100 € par jour et 5 000 € en tout (L. 134-9), et à une amende, jusqu’à 50 € par m² (L. 135-2).';

/** The sentence of page 1. */
export const clearingDuty = (input: StatementInput): string =>
  `${isUnsure(input) ? 'Si le terrain y est bien soumis, le' : 'Le'} vendeur atteste sur l’honneur qu’il a été satisfait à cette obligation : attestation à remplir et à signer, à la suite de la partie ${PART.disasters}, sans laquelle la vente ne peut pas se faire (L. 134-16 et D. 134-7 du code forestier).`;
export const CLEARING_TITLE = 'Attestation du vendeur : débroussaillement';
