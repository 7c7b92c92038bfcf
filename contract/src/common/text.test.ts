import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../tests/harness/property-runs.ts';
import { FIELD, legible, printedText, shownText } from './text.ts';

/** Characters that a printed text must not contain, from the tables of Unicode. */
const HIDDEN: readonly (readonly [name: string, from: number, to: number])[] = [
  ['C0 controls but U+0000, refused with another sentence', 0x01, 0x1f],
  ['delete and C1 controls', 0x7f, 0x9f],
  ['soft hyphen', 0xad, 0xad],
  ['Arabic letter mark', 0x61c, 0x61c],
  ['zero-width characters and marks of direction', 0x200b, 0x200f],
  ['line and paragraph separators, embeddings and overrides', 0x2028, 0x202e],
  ['word joiner, invisible operators, isolates', 0x2060, 0x206f],
  ['Hangul filler', 0x3164, 0x3164],
  ['byte-order mark', 0xfeff, 0xfeff],
  ['interlinear annotations', 0xfff9, 0xfffb],
  ['tags', 0xe0000, 0xe007f],
];

const messages = (value: string, schema = printedText(300)): string[] =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe('a printed text', () => {
  it.each(HIDDEN)('%s → refused by its code, cleaned by `legible`', (_, from, to) => {
    for (let code = from; code <= to; code += 1) {
      const hostile = `Rue${String.fromCodePoint(code)}Haute`;
      expect([hostile, messages(hostile)]).toEqual([hostile, [FIELD.unseen(code)]]);
      expect(messages(legible(hostile))).toEqual([]);
    }
  });

  it('« U+0000 » and lone surrogates have their own messages', () => {
    expect(messages('a\0b')).toEqual([FIELD.nul]);
    expect(messages('a\ud800b')).toEqual([FIELD.surrogate(0xd800)]);
    expect(FIELD.unseen(10)).toContain('U+000A');
  });

  it.each([
    'Élodie O’Brien-Nuñez',
    'L’Haÿ-les-Roses, 12 bis',
    'M. et Mme Durand\u00A0; visite',
    'أحمد',
    'Đặng Văn Ngữ',
    'Pour ❤️',
  ])('%j is one', (name) => expect(messages(name)).toEqual([]));

  it('is trimmed, then bounded', () => {
    expect(printedText(3).parse('  abc\n')).toBe('abc');
    expect(printedText(3).safeParse('abcd').success).toBe(false);
  });

  it.each([
    ['Mme Trương'.normalize('NFD'), 'Mme Trương'],
    ['Joseﬁne Laﬀont', 'Josefine Laffont'],
    ['1ᵉʳ étage', '1er étage'],
    ['Louis Ⅷ', 'Louis VIII'],
    ['１２，　ｒｕｅ　Ｈａｕｔｅ', '12, rue Haute'],
    ['95 m², ½ lot, n° 3, 1ª, 5 µm', '95 m², ½ lot, n° 3, 1ª, 5 µm'],
  ])('%j → kept as %j', (typed, kept) => expect(printedText(300).parse(typed)).toBe(kept));

  it.each(['Trương', 'Hưng', 'Sơn', 'Guivarcʼh', 'Teʻura', 'Ḥ Ṭ Ə ẞ ǎ ʿ ʾ', 'Σαπφώ', 'Ѝордан', 'm̂', 'r̥', 'ǹ'])(
    '%j keeps its letters',
    (name) => expect(printedText(300).parse(name)).toBe(name),
  );

  it.each([
    ['漢字', '漢'],
    ['ภาษา', 'ภ'],
    ['\uE000', 'U+E000'],
    ['Tr\uFFFDng', '\uFFFD'],
    ['ẹ̀', 'ẹ̀'],
    ['Durand \u0301', ' \u0301'],
  ])('%j → « %s » is named', (name, letter) => {
    expect(messages(name)).toEqual([FIELD.undrawn(letter)]);
    expect(messages(name, shownText(300))).toEqual([]);
  });

  it('any pasted text: its legible form is accepted where it is only shown, and stable', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 200 }), (pasted) => {
        const clean = legible(pasted);
        expect(messages(clean, shownText(10_000))).toEqual([]);
        expect(legible(clean)).toBe(clean);
        expect(shownText(10_000).parse(clean)).toBe(clean.trim());
      }),
      propertyRuns(2_000),
    );
  });
});
