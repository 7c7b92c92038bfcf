import type { TransactionType } from '@clairisque/contract/common/declarations.ts';

/** Sentences of the law are written for a sale and for a lease; a statement is for one of them. */
const BOTH: readonly (readonly [both: string, sale: string, lease: string])[] = [
  ['à l’acquéreur ou au locataire', 'à l’acquéreur', 'au locataire'],
  ['l’acquéreur ou le locataire', 'l’acquéreur', 'le locataire'],
  ['L’acquéreur ou le locataire', 'L’acquéreur', 'Le locataire'],
  ['L’acquéreur et le locataire sont informés', 'L’acquéreur est informé', 'Le locataire est informé'],
  ['du vendeur ou du bailleur', 'du vendeur', 'du bailleur'],
  ['Le vendeur ou le bailleur', 'Le vendeur', 'Le bailleur'],
  ['une diminution du prix de vente ou de la location', 'une diminution du prix de vente', 'une diminution du loyer'],
  ['l’acte de vente ou de location l’atteste', 'l’acte de vente l’atteste', 'le contrat de location l’atteste'],
  ['une réduction du prix ou du loyer', 'une réduction du prix', 'une réduction du loyer'],
];
const MAY_BE_BOTH = / (?:et|ou) (?:le |au |du |de la )(?:locataire|bailleur|location|loyer)| ou de location/u;

/** The words for that contract. */
export function saidFor(transaction: TransactionType): (words: string) => string {
  return (words) =>
    MAY_BE_BOTH.test(words)
      ? BOTH.reduce((said, [both, sale, lease]) => said.replaceAll(both, transaction === 'Vente' ? sale : lease), words)
      : words;
}
