import { z } from 'zod';
import { plainLetters, undrawnLetter } from './letters.ts';

/**
 * Validation messages of Django REST, in French. A space before a punctuation mark or inside « » is U+00A0, as there.
 */
export const FIELD = {
  required: 'Ce champ est obligatoire.',
  null: 'Ce champ ne peut être nul.',
  blank: 'Ce champ ne peut être vide.',
  notString: 'Chaîne de caractère invalide.',
  email: 'Saisissez une adresse e-mail valide.',
  nul: 'Le caractère nul n’est pas autorisé.',
  tooLong: (max: number | bigint) => `Assurez-vous que ce champ comporte au plus ${max}\u00A0caractères.`,
  surrogate: (code: number) => `Les caractères de substitution ne sont pas autorisés\u00A0: ${named(code)}.`,
  unseen: (code: number) =>
    `Les sauts de ligne et les caractères invisibles ne sont pas autorisés\u00A0: ${named(code)}.`,
  link: 'Un message ne contient pas de lien\u00A0: celui du document y est ajouté.',
  undrawn: (letter: string) => `La lettre «\u00A0${shown(letter)}\u00A0» ne peut pas être imprimée.`,
} as const;

const named = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;

/** A letter of a private alphabet has no shape on a screen either. */
const shown = (letter: string): string => (/\p{C}/u.test(letter) ? named(letter.codePointAt(0) ?? 0) : letter);

/** Does not stop the next checks. */
const fault = (message: string) => ({ code: 'custom', message }) as const;

/** Text that a database and a page can store: no U+0000, no half of a surrogate pair. */
export const text = () =>
  z.string().superRefine((value, context) => {
    if (value.includes('\0')) context.addIssue(fault(FIELD.nul));
    const half = /\p{Surrogate}/u.exec(value)?.[0];
    if (half !== undefined) context.addIssue(fault(FIELD.surrogate(half.charCodeAt(0))));
  });

/**
 * Characters that can forge a printed text because no reader sees them: controls, line separators, bidirectional marks,
 * zero-width and other default-ignorable characters (UAX 44), tags. Except U+FE0F, which only makes an emoji coloured.
 */
const UNSEEN = String.raw`(?!\uFE0F)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`;
const FIRST_UNSEEN = new RegExp(UNSEEN, 'u');
const ALL_UNSEEN = new RegExp(`${UNSEEN}|\\p{Surrogate}`, 'gu');

/** True when it contains no hidden character. */
export const isLegible = (value: string): boolean => !FIRST_UNSEEN.test(value);

/** Plain letters take at least that part of the units of the text: a longer one is too long before it is read. */
const MOST_SHRINKING = 8;

/**
 * A text that is mailed or shown to others: trimmed, its letters plain, at most `max` UTF-16 units, without hidden
 * characters.
 */
export const shownText = (max: number) =>
  plainText(max, text().trim()).superRefine((value, context) => refuseUnseen(value.replaceAll('\0', ''), context));

/** A message of several lines: the same, with line breaks and without a link, which would seem to be ours. */
export const messageText = (max: number) =>
  plainText(
    max,
    text().overwrite((value) => value.replaceAll(/\r\n?/g, '\n').trim()),
  ).superRefine((value, context) => {
    refuseUnseen(value.replaceAll(/[\0\n]/g, ''), context);
    if (LINK.test(value)) context.addIssue({ ...fault(FIELD.link), params: { title: 'A message has no link.' } });
  });

const LINK = /:\/\/|\bwww\./iu;

const plainText = (max: number, trimmed: z.ZodString) =>
  trimmed
    .overwrite((value) => (value.length > MOST_SHRINKING * max ? value : plainLetters(value)))
    // The letters of a text that is too long are not read.
    .max(max, { abort: true });

function refuseUnseen(value: string, context: z.RefinementCtx): void {
  const [unseen] = FIRST_UNSEEN.exec(value) ?? [];
  if (unseen !== undefined) context.addIssue(fault(FIELD.unseen(unseen.codePointAt(0) ?? 0)));
}

/** A text that a PDF prints: the same, and the fonts draw each of its letters. */
export const printedText = (max: number) =>
  shownText(max).superRefine((value, context) => {
    const refusal = isLegible(value) ? unprintable(value) : null;
    if (refusal !== null) {
      context.addIssue({ ...fault(refusal), params: { title: 'This text has a letter that cannot be printed.' } });
    }
  });

/** Why a legible text cannot be printed, in one sentence; null when it can. */
export function unprintable(value: string): string | null {
  const letter = undrawnLetter(plainLetters(value));
  return letter === null ? null : FIELD.undrawn(letter);
}

/**
 * Makes a pasted or stored text acceptable to `shownText`, except for its length: breaks and tabs become spaces, other
 * hidden characters are removed, letters are made plain.
 */
export const legible = (value: string): string =>
  plainLetters(value.replaceAll(/[\t-\r\u0085\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(ALL_UNSEEN, ''));

/**
 * A string as Django REST's CharField reads it: numbers are written out, every value is trimmed, passwords included.
 * Then it must not be empty, be longer than `max` code points, or contain what `text` refuses. Reports all faults at
 * once.
 */
export const charField = ({ max = 4096 }: { max?: number } = {}) => written(FIELD.notString).pipe(filled(max));

/** Text of an e-mail address; a value of a wrong type gives the message of a wrong address. */
export const emailField = () =>
  written(FIELD.email).pipe(
    filled(254)
      .overwrite(plainLetters)
      .superRefine((value, context) => {
        const refusal = value === '' || isEmail(value) ? unprintable(value) : FIELD.email;
        if (refusal !== null) context.addIssue(fault(refusal));
      }),
  );

const written = (wrongType: string) =>
  z
    .union([z.string(), z.number()], {
      error: ({ input }) => (input === undefined ? FIELD.required : input === null ? FIELD.null : wrongType),
    })
    .transform((value) => String(value).trim());

const filled = (max: number) =>
  text().superRefine((value, context) => {
    if (value === '') context.addIssue(fault(FIELD.blank));
    // The first test avoids counting the characters of a megabyte.
    if (value.length > 2 * max || Array.from(value).length > max) context.addIssue(fault(FIELD.tooLong(max)));
  });

/** Django's EmailValidator without quoted names and bare IP addresses, which our mail servers could not reach. */
export function isEmail(value: string): boolean {
  return value.length <= 320 && EMAIL.test(value);
}

const EMAIL =
  /^[-!#$%&'*+/=?^_`{}|~\w]+(\.[-!#$%&'*+/=?^_`{}|~\w]+)*@([\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?!-)[\p{L}\p{M}\p{N}-]{2,63}(?<!-)$/u;

/** Makes a pasted message acceptable to `messageText`: its line breaks stay. */
export const legibleLines = (value: string): string =>
  value
    .split(/\r\n?|\n/)
    .map((line) => legible(line).trimEnd())
    .join('\n');
