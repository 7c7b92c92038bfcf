import type { UserData } from '@clairisque/contract/profile.ts';
import type { Withdrawable } from '@clairisque/contract/orders.ts';

const euros = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' });

/** « 15,00 € TTC ». */
export function priceWords(amount: number): string {
  return `${euros.format(amount)} TTC`;
}

export function unusedWords({ credits_restants: credits, montant }: Withdrawable): string {
  const unused = credits > 1 ? `${credits} crédits non utilisés` : '1 crédit non utilisé';
  return `${unused}, ${priceWords(montant)}.`;
}

/** Who withdraws: the person, else the company; empty when the profile has neither. */
export function declarantOf(user: UserData | undefined): string {
  const person = [user?.prenom, user?.nom].filter(Boolean).join(' ');
  return person || (user?.nomSociete ?? '');
}
