import { titleOf } from './property.ts';
import { asked, blank, note, text } from './parts.ts';
import type { Block } from './parts.ts';
import type { StatementInput } from './input.ts';

/**
 * The seller's attestation of débroussaillement, annexed to the promesse and to the acte (D134-7 code forestier): a
 * separate page to fill in and sign. Every answer is the seller's, so every one is blank. Null for a lease, or outside
 * the zones.
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
        'À remplir et à signer par le vendeur, puis à annexer à la promesse de vente et à l’acte authentique. Les réponses sont les siennes : aucune source publique ne les donne.',
      ),
      text('Bien', titleOf(input)),
      asked('Le terrain est débroussaillé et maintenu en état débroussaillé', null, 'À attester par le vendeur.'),
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

export const CLEARING_TITLE = 'Attestation du vendeur : débroussaillement';
