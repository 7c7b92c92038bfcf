import { departementOf } from '#domain/geometry/place.ts';
import type { KnownAddress } from './known-address.ts';
import { bareText, isArticle, kindOf, textOf, wordsOf, type Word } from './words.ts';

/** An answer of the Base adresse nationale, in the parts that a text may contradict. */
export type Answered = {
  /** « 12bis », « 12 »; null for a street or a locality. */
  number: string | null;
  /** The way's name as the BAN writes it: « Rue des Lilas ». */
  way: string;
  /** Its kind in full, « rue »; null for « Le Mont Griffon ». */
  kind: string | null;
  name: readonly Word[];
  postcode: string | null;
  /** Arrondissement of Paris, Lyon or Marseille: 3 of « 75103 ». */
  arrondissement: number | null;
  /** INSEE code of the commune. */
  inseeCode: string | null;
  town: string;
  towns: readonly (readonly Word[])[];
  /** The former commune in which it lies, or the commune itself. */
  part: readonly Word[];
  departement: string | null;
  /** Département and region. */
  region: readonly (readonly Word[])[];
};

export function answeredOf(address: KnownAddress): Answered {
  const { postcode, inseeCode, communeName, formerCommuneName, context } = address;
  const { number, way } = doorOf(address);
  const [first, ...others] = wordsOf(textOf(way));
  const kind = first === undefined || others.every(isArticle) ? null : kindOf(first);
  const towns = [communeName, formerCommuneName].flatMap((name) => (name === null ? [] : [significant(name)]));
  return {
    number: number && numberOf(number),
    way,
    kind,
    name: kind === null ? [first, ...others].filter((word) => word !== undefined) : others,
    postcode,
    arrondissement: arrondissementIn(inseeCode),
    inseeCode,
    town: communeName ?? '',
    towns,
    part: significant(formerCommuneName ?? communeName ?? ''),
    departement: inseeCode && departementOf(inseeCode),
    region: (context ?? '').split(',').flatMap((part) => (/\d/.test(part) ? [] : [significant(part)])),
  };
}

const significant = (name: string): Word[] => wordsOf(textOf(name));

/** « 12 Bis » and « 12bis » are one number, « 12b » another. */
export const numberOf = (text: string): string => bareText(text).replaceAll(/[^a-z0-9]+/g, '');

const NUMBER = /^\d+\s?(?:(?:bis|ter|quater|quinquies|sexies|[a-z])(?![\p{L}\p{N}'’]))?/iu;

/** The label is « number way postcode commune ». */
function doorOf(address: KnownAddress): { number: string | null; way: string } {
  const { kind, number } = address;
  const door = withoutTown(address);
  if (kind === 'municipality') return { number: null, way: '' };
  if (kind !== 'housenumber') return { number: null, way: door };
  const written = number !== null && door.startsWith(number) ? number : (NUMBER.exec(door)?.[0] ?? '');
  return { number: number ?? (written || null), way: door.slice(written.length).trim() };
}

function withoutTown({ label, postcode, communeName }: KnownAddress): string {
  const tail = [postcode, communeName].filter(Boolean).join(' ');
  const door = label.endsWith(tail) ? label.slice(0, label.length - tail.length) : label;
  return door.replace(/\([^)]*\)\s*$/, '').trim();
}

const DIVIDED = /^(?:751([0-2]\d)|6938([1-9])|132([01]\d))$/;
function arrondissementIn(inseeCode: string | null): number | null {
  const found = DIVIDED.exec(inseeCode ?? '')
    ?.slice(1)
    .find(Boolean);
  return found === undefined ? null : Number(found);
}
