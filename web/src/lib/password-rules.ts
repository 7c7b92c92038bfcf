/**
 * Rules of every new password (docs/product-spec.md#one-password-rule); the server also refuses common ones and those
 * close to the e-mail.
 */
export type PasswordRule = 'length' | 'lowercase' | 'uppercase' | 'digit' | 'special';

export const MIN_LENGTH = 8;
export const MAX_LENGTH = 150;

/** The server's own classes: an accented letter counts as a special character. */
const CLASSES = { lowercase: /\p{Ll}/u, uppercase: /\p{Lu}/u, digit: /\p{Nd}/u, special: /[^A-Za-z0-9]/ };

/** Rules in the order of display and of the checks. */
export const PASSWORD_RULES: readonly PasswordRule[] = ['length', 'lowercase', 'uppercase', 'digit', 'special'];

/** Length as typed, surrounding spaces included, in characters: one for an emoji. */
export function lengthOf(password: string): number {
  return Array.from(password).length;
}

export function missingRules(password: string): PasswordRule[] {
  return PASSWORD_RULES.filter((rule) => {
    if (rule !== 'length') return !CLASSES[rule].test(password.trim());
    const length = lengthOf(password);
    return length < MIN_LENGTH || length > MAX_LENGTH;
  });
}
