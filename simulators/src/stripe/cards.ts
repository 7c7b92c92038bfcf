/** Behaviour of a card of Stripe's public list of test numbers; « declined » has Stripe's two codes. */
export type Outcome =
  | { kind: 'accepted' }
  | { kind: 'authentication' }
  | { kind: 'declined'; code: string; declineCode: string; message: string; french: string };

export type TestCard = { number: string; brand: string; label: string; outcome: Outcome };

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', label: 'acceptée', outcome: { kind: 'accepted' } },
  { number: '5555555555554444', brand: 'mastercard', label: 'acceptée', outcome: { kind: 'accepted' } },
  { number: '4000002500003155', brand: 'visa', label: 'authentification demandée', outcome: { kind: 'authentication' } },
  declined('4000000000000002', 'refusée', ['card_declined', 'generic_decline', 'Your card was declined.', 'Votre carte a été refusée.']),
  declined('4000000000009995', 'provision insuffisante', ['card_declined', 'insufficient_funds', 'Your card has insufficient funds.', 'La provision de votre carte est insuffisante.']),
  declined('4000000000000069', 'carte expirée', ['expired_card', 'expired_card', 'Your card has expired.', 'Votre carte a expiré.']),
  declined('4000000000000127', 'cryptogramme faux', ['incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect.", 'Le cryptogramme de votre carte est incorrect.']),
]; // prettier-ignore

function declined(number: string, label: string, [code, declineCode, message, french]: string[]): TestCard {
  const text = (value: string | undefined): string => value ?? '';
  const outcome = {
    kind: 'declined',
    code: text(code),
    declineCode: text(declineCode),
    message: text(message),
    french: text(french),
  } as const;
  return { number, brand: 'visa', label, outcome };
}

export type CardForm = { number: string; expiry: string; code: string; name: string };
/** French, by field of the form. */
export type CardErrors = Partial<Record<keyof CardForm, string>>;

/**
 * The test card, or the errors of the fields. Any other number is refused, so that no real one is typed here.
 * @param nowSeconds since 1970
 */
export function readCard(form: CardForm, nowSeconds: number): TestCard | CardErrors {
  const number = form.number.replace(/[\s-]/g, '');
  const card = TEST_CARDS.find((one) => one.number === number);
  const errors: CardErrors = {};
  if (number === '') errors.number = 'Saisissez un numéro de carte d’essai.';
  else if (!card) errors.number = 'Seuls les numéros d’essai de la liste sont acceptés ici, jamais une vraie carte.';
  if (!isFuture(form.expiry, nowSeconds)) errors.expiry = 'Saisissez une date à venir, au format MM/AA.';
  if (!/^\d{3}$/.test(form.code.trim())) errors.code = 'Saisissez trois chiffres.';
  if (form.name.trim() === '') errors.name = 'Saisissez le nom du titulaire.';
  return card && Object.keys(errors).length === 0 ? card : errors;
}

function isFuture(expiry: string, nowSeconds: number): boolean {
  const [, month, year] = /^(0[1-9]|1[0-2]) ?\/ ?(\d\d)$/.exec(expiry.trim()) ?? [];
  // A card is valid to the end of its month.
  return month !== undefined && Date.UTC(2000 + Number(year), Number(month)) / 1000 > nowSeconds;
}
