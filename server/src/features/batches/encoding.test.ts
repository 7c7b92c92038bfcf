import { array, assert, constantFrom, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../tests/harness/property-runs.ts';
import { AppError } from '#platform/app-error.ts';
import { textOf } from './encoding.rules.ts';

type Encode = (text: string) => Buffer | null;

/** Each letter as one byte; null for a letter that the encoding does not have. */
function singleByte(label: string): Encode {
  const decoder = new TextDecoder(label);
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Buffer.from([byte])), byte] as const));
  return (text) => {
    const found = Array.from(text, (letter) => bytes.get(letter) ?? -1);
    return found.includes(-1) ? null : Buffer.from(found);
  };
}
const marked =
  (mark: number[], encode: (text: string) => Buffer): Encode =>
  (text) =>
    Buffer.concat([Buffer.from(mark), encode(text)]);
const utf16le = (text: string): Buffer => Buffer.from(text, 'utf16le');
const utf16be = (text: string): Buffer => utf16le(text).swap16();

const ENCODINGS: Readonly<Record<string, Encode>> = {
  'UTF-8': marked([], (text) => Buffer.from(text)),
  'UTF-8 with its mark': marked([0xef, 0xbb, 0xbf], (text) => Buffer.from(text)),
  'UTF-16LE': marked([], utf16le),
  'UTF-16LE with its mark': marked([0xff, 0xfe], utf16le),
  'UTF-16BE': marked([], utf16be),
  'UTF-16BE with its mark': marked([0xfe, 0xff], utf16be),
  'Windows-1252': singleByte('windows-1252'),
  'Latin-1': (text) => (/[^\0-\u00FF]/.test(text) ? null : Buffer.from(text, 'latin1')),
  'Latin-9': singleByte('iso-8859-15'),
  MacRoman: singleByte('macintosh'),
};

const TABLE = `Référence;Adresse;Ville;Vendeur
A1;12 bis allée du Général-Leclerc;Saint-Étienne;Mme Élodie Œuvrard
A2;3 rue de l’Église;Orléans;M. François Noël
A3;« Les Chênes », Île-d'Aix;Nîmes;SCI Cœur de Forêt
A4;1 PLACE DE LA MAIRIE;BÉZIERS;M. GARÇON
`;

describe.each(Object.entries(ENCODINGS))('%s', (...[, encode]) => {
  it.each(['\n', '\r\n', '\r'])('a French table is read, letter for letter, with line ends %j', (end) => {
    const text = TABLE.replaceAll('\n', end);
    const bytes = encode(text) ?? encode(text.replaceAll('œ', 'oe').replaceAll('Œ', 'Oe').replaceAll('’', "'"));
    const read = textOf(bytes ?? Buffer.alloc(0));
    expect(read.replaceAll("'", '’').replaceAll('oe', 'œ').replaceAll('Oe', 'Œ')).toBe(text.replaceAll("'", '’'));
  });

  it('words of French letters are read, or refused, never changed', () => {
    const ends = constantFrom('\n', '\r\n', '\r');
    const isTrue = property(array(WORD, { minLength: 1, maxLength: 6 }), ends, (words, end) => {
      const text = `Adresse;Nom${end}1 rue;${words.join(' ')}${end}`;
      const bytes = encode(text);
      return bytes === null || [text, null].includes(readOrRefused(bytes));
    });
    expect(() => assert(isTrue, propertyRuns(400))).not.toThrow();
  });
});

const LETTER = constantFrom(...'a e i n r s t l à â ä æ ç é è ê ë î ï ô ö œ ù û ü ÿ'.split(' '));
const WORD = tuple(array(LETTER, { minLength: 1, maxLength: 7 }), constantFrom('lower', 'title', 'upper')).map(
  ([letters, form]) => {
    const [first = '', ...others] = letters;
    if (form === 'lower') return letters.join('');
    return form === 'upper' ? letters.join('').toUpperCase() : `${first.toUpperCase()}${others.join('')}`;
  },
);

function readOrRefused(bytes: Buffer): string | null {
  try {
    return textOf(bytes);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('one accent is enough for an ordinary word', () => {
  it.each(['allée', 'général', 'Noël', 'Élodie', 'ÉGLISE', 'FRANÇOIS', 'BÉZIERS', 'à', 'août', 'Peña', 'n° 12'])(
    '%s in UTF-8, Windows-1252 and, where it differs, MacRoman',
    (word) => {
      const text = `Adresse;Nom\r\n1 rue;${word}\r\n`;
      for (const name of ['UTF-8', 'Windows-1252']) expect(textOf(ENCODINGS[name]?.(text) ?? latin1(''))).toBe(text);
      const mac = readOrRefused(ENCODINGS['MacRoman']?.(text) ?? latin1(''));
      expect([text, null]).toContain(mac);
    },
  );

  it.each(['Trương', 'Hưng', 'Dvořák', 'Łódź', 'Ayşe', 'Иванов'])('%s in UTF-8', (word) => {
    expect(textOf(Buffer.from(`Nom\n${word}\n`))).toBe(`Nom\n${word}\n`);
  });
});

describe('MS-DOS', () => {
  const MS_DOS: Record<string, number> = {
    Ç: 0x80, é: 0x82, â: 0x83, à: 0x85, ç: 0x87, ê: 0x88, ë: 0x89, è: 0x8a, ï: 0x8b, î: 0x8c, É: 0x90, ô: 0x93,
    û: 0x96, ù: 0x97, ÿ: 0x98, Ê: 0xd2, Ë: 0xd3, È: 0xd4, Î: 0xd7, Ï: 0xd8, Ô: 0xe2, '°': 0xf8,
  }; // prettier-ignore
  const encode = (text: string) => Buffer.from(Array.from(text, (letter) => MS_DOS[letter] ?? letter.charCodeAt(0)));

  it('is read where it is the only reading', () => {
    const text = 'Référence;Nom\r\nA1;M. François Général, 2ème étage, Œ\r\n'.replace('Œ', 'forêt');
    expect(textOf(encode(text))).toBe(text);
  });

  it.each([
    'Besançon', 'Saint-Évroult', 'L’Haÿ'.replace('’', "'"), 'Nîmes', 'Forêt', 'Hôpital', 'Noël', 'FRANÇOIS', 'Sèvres',
    'UZÈS', 'AOÛT'.replace('Û', 'Ô'), 'Anaïs', 'n° 12',
  ])('« %s » alone is read, or refused, never changed', (word) => {
    const text = `Nom\n${word}\n`;
    expect([text, null]).toContain(readOrRefused(encode(text)));
  }); // prettier-ignore
});

describe('what may be read in two ways is refused, with the remedy', () => {
  it.each<[string, Buffer]>([
    ['« Œuvre » of a Mac, « Îuvre » of Windows', latin1('Nom\n\xCEuvre\n')],
    ['« CÔTE » of Windows, « CÈTE » of MS-DOS', latin1('Nom\nC\xD4TE\n')],
    ['« FORÊT » of Windows, a space of a Mac', latin1('Nom\nFOR\xCAT\n')],
    ['« pavé\u00A0» of Windows, a Chinese letter of UTF-8', latin1('Nom\npav\xE9\xA0\xBB\n')],
  ])('%s', (...[, bytes]) => {
    expect(() => textOf(bytes)).toThrow(/deux façons\u00A0: enregistrez-le au format «\u00A0CSV UTF-8\u00A0»/);
  });

  it.each<[string, Buffer]>([
    ['letters of Windows-1251', latin1('Nom\n\xC8\xE2\xE0\xED\xEE\xE2 \xC8\xE2\xE0\xED\xAF\n')],
    ['UTF-8 cut within a letter', Buffer.from('Nom\nGénéral é\n').subarray(0, -2)],
    ['UTF-8 with a mark and a wrong byte', latin1('\xEF\xBB\xBFNom\nG\xE9n\n')],
  ])('%s', (...[, bytes]) => {
    expect(() => textOf(bytes)).toThrow(/enregistrez-le au format «\u00A0CSV UTF-8\u00A0»/);
  });
});

describe('what is no table is named, in one sentence', () => {
  it.each<[string, Buffer, RegExp]>([
    ['nothing', Buffer.alloc(0), /^Ce fichier est vide\.$/],
    ['a workbook', latin1('PK\x03\x04…'), /est un classeur.*au format CSV/],
    ['a workbook of 97', latin1('\xD0\xCF\x11\xE0\xA1\xB1'), /est un classeur/],
    ['a PDF', latin1('%PDF-1.7\n%\xE2\xE3'), /est un PDF/],
    ['a PNG', latin1('\x89PNG\r\n\x1A\n\0'), /est une image/],
    ['a JPEG', latin1('\xFF\xD8\xFF\xE0\0\x10JFIF'), /est une image/],
    ['a photo of a telephone', latin1('\0\0\0\x18ftypheic'), /est une image/],
    ['an archive', latin1('\x1F\x8B\x08'), /est une archive/],
    ['a web page named .csv', latin1('<html><table>'), /est une page/],
    ['a letter', latin1('{\\rtf1'), /est un document de texte/],
    ['bytes of anything', latin1('\x01\0\x02\0\0\x03'), /pas un fichier CSV/],
    ['control characters', latin1('Nom\n\x01\x02'), /pas un fichier CSV/],
  ])('%s', (...[, bytes, sentence]) => {
    expect(() => textOf(bytes)).toThrow(sentence);
  });
});
