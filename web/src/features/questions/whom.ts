import type { TransactionType } from '@clairisque/contract/common/declarations.ts';

/** « Demander au vendeur » */
export const askWhom = (type: TransactionType | null | undefined): string =>
  type === 'Location' ? 'Demander au propriétaire' : 'Demander au vendeur';
