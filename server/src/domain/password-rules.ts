/** Texts that a password must not resemble, in the order of comparison. */
export type PasswordOwner = { username: string; email: string };

const MIN_LENGTH = 8;
const MAX_LENGTH = 150;
/** Two texts are too similar above this share of common characters. */
const MAX_SIMILARITY = 0.7;

const OWNER_FIELDS: readonly (readonly [keyof PasswordOwner, string])[] = [
  ['username', 'nom d’utilisateur'],
  ['email', 'adresse électronique'],
];

/**
 * docs/product-spec.md#one-password-rule. An accented letter counts as a letter and as a special character: pages
 * differ on it.
 */
const CLASSES: readonly (readonly [RegExp, string])[] = [
  [/\p{Ll}/u, 'une lettre minuscule'],
  [/\p{Lu}/u, 'une lettre majuscule'],
  [/\p{Nd}/u, 'un chiffre'],
  [/[^A-Za-z0-9]/, 'un caractère spécial'],
];

/**
 * All faults of a password, in the order of Django's validators (similarity, length, common, numeric), then the missing
 * classes; empty when it is valid. `owner` is null when the account is unknown; `isCommon` receives the password in
 * lower case.
 */
export function passwordFaults(
  password: string,
  { owner, isCommon }: { owner: PasswordOwner | null; isCommon: (password: string) => boolean },
): string[] {
  const likeness = owner && OWNER_FIELDS.find(([field]) => tooSimilar(password, owner[field]));
  const length = codePoints(password).length;
  const faults: readonly (readonly [boolean, string])[] = [
    [likeness != null, `Le mot de passe est trop semblable au champ «\u00A0${likeness?.[1]}\u00A0».`],
    [length < MIN_LENGTH, `Ce mot de passe est trop court. Il doit contenir au minimum ${MIN_LENGTH} caractères.`],
    [length > MAX_LENGTH, `Ce mot de passe est trop long. Il doit contenir au maximum ${MAX_LENGTH} caractères.`],
    [isCommon(password.toLowerCase().trim()), 'Ce mot de passe est trop courant.'],
    [/^\p{Nd}+$/u.test(password), 'Ce mot de passe est entièrement numérique.'],
    ...CLASSES.map(
      ([present, name]) => [!present.test(password), `Ce mot de passe doit contenir au moins ${name}.`] as const,
    ),
  ];
  return faults.filter(([wrong]) => wrong).map(([, message]) => message);
}

/**
 * Django's UserAttributeSimilarityValidator: compares the whole value and each word; a word much shorter than the
 * password does not count.
 */
export function tooSimilar(password: string, value: string): boolean {
  const chosen = codePoints(password.toLowerCase());
  const known = value.toLowerCase();
  return [...known.split(/[^\p{L}\p{N}_]+/u), known].some((part) => {
    const word = codePoints(part);
    const negligible = chosen.length >= 10 * word.length && word.length < (MAX_SIMILARITY / 2) * chosen.length;
    return !negligible && quickRatio(chosen, word) >= MAX_SIMILARITY;
  });
}

/** Python's `SequenceMatcher.quick_ratio()`: characters in common, in any order, over both lengths; from 0 to 1. */
function quickRatio(a: string[], b: string[]): number {
  const left = new Map<string, number>();
  for (const char of b) left.set(char, (left.get(char) ?? 0) + 1);
  let common = 0;
  for (const char of a) {
    const count = left.get(char) ?? 0;
    if (count > 0) common++;
    left.set(char, count - 1);
  }
  const total = a.length + b.length;
  return total === 0 ? 1 : (2 * common) / total;
}

function codePoints(text: string): string[] {
  return Array.from(text);
}
