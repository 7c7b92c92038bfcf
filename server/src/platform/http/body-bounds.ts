import { BODY_BOUNDS, type BodyBounds } from '@clairisque/contract/common/route.ts';
import { DetailedError } from '#platform/app-error.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const ARRAY = 0x5b;
const ARRAY_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/**
 * Refuses JSON beyond its bounds in one pass over its bytes, before anything is built from it. What is no JSON passes,
 * for the parser to refuse. Throws `invalid_input`.
 */
export function requireBounded(bytes: Buffer, bounds: BodyBounds): void {
  const nesting = createNesting(bounds);
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at, bounds.text);
    else if (byte === COMMA) nesting.next();
    else if (byte === OBJECT || byte === ARRAY) nesting.open(byte === OBJECT);
    else if (byte === OBJECT_END || byte === ARRAY_END) nesting.close();
  }
}

/** `count`: keys, repeated ones included, or items. */
type Container = { isObject: boolean; count: number; most: number };

function createNesting(bounds: BodyBounds) {
  const containers: Container[] = [];
  let inner: Container | undefined;
  let values = 0;
  const count = (): void => {
    values += 1;
    if (values > bounds.values) throw beyond(VALUES(bounds.values));
  };
  return {
    open(isObject: boolean): void {
      count();
      inner = { isObject, count: 1, most: mostIn(isObject, containers.length, bounds) };
      if (containers.push(inner) > bounds.depth) throw beyond(DEPTH(bounds.depth));
    },
    next(): void {
      count();
      if (inner === undefined) return;
      inner.count += 1;
      const { most, isObject } = inner;
      if (inner.count > most) throw beyond(isObject ? KEYS(most) : ITEMS(most));
    },
    close(): void {
      containers.pop();
      inner = containers.at(-1);
    },
  };
}

/** A long list is a field of the body: those within its items are as short as elsewhere. */
function mostIn(isObject: boolean, depth: number, { keys, items }: BodyBounds): number {
  if (isObject) return keys;
  return depth === 1 ? items : Math.min(items, BODY_BOUNDS.items);
}

/** The place of the closing quote; the end of the bytes without one. */
function endOfText(bytes: Buffer, start: number, most: number): number {
  const last = start + most + 1;
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) {
    at += bytes[at] === BACKSLASH ? 2 : 1;
    if (at > last) throw beyond(TEXT(most));
  }
  return at;
}

type Words = { detail: string; title: string };
const number = (count: number): string => count.toLocaleString('fr-FR');

const DEPTH = (most: number): Words => ({
  detail: `La requête a plus de ${most} niveaux.`,
  title: `The body has more than ${most} levels.`,
});
const KEYS = (most: number): Words => ({
  detail: `Un objet de la requête a plus de ${most} champs.`,
  title: `An object has more than ${most} keys.`,
});
const ITEMS = (most: number): Words => ({
  detail: `Une liste de la requête a plus de ${number(most)} éléments.`,
  title: `A list has more than ${most} items.`,
});
const TEXT = (most: number): Words => ({
  detail: `Un texte de la requête dépasse ${number(most)} octets.`,
  title: `A text has more than ${most} bytes.`,
});
const VALUES = (most: number): Words => ({
  detail: `La requête a plus de ${number(most)} valeurs.`,
  title: `The body has more than ${most} values.`,
});

const beyond = ({ detail, title }: Words, pointer = ''): DetailedError =>
  new DetailedError('invalid_input', detail, { errors: [{ pointer, title, detail }] });

/** Keys that a program may take for an object's own machinery: a library drops some without a word. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/** Refuses them anywhere in a bounded body. Throws `invalid_input`. */
export function refuseReservedKeys(value: unknown, pointer = ''): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const [rank, item] of value.entries()) {
      if (typeof item === 'object') refuseReservedKeys(item, `${pointer}/${rank}`);
    }
    return;
  }
  for (const key of Object.keys(value)) {
    if (RESERVED.has(key)) throw beyond(reserved(key), pointer);
    const inner = (value as Record<string, unknown>)[key];
    if (typeof inner === 'object') refuseReservedKeys(inner, `${pointer}/${escaped(key)}`);
  }
}

const reserved = (key: string): Words => ({
  detail: `Le nom «\u00A0${key}\u00A0» est réservé\u00A0: choisissez-en un autre.`,
  title: `The key "${key}" is reserved.`,
});

/** RFC 6901. */
export const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
