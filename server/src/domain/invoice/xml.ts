import { printable } from '#domain/french.ts';

export type Xml = { name: string; attributes: Record<string, string>; content: string | Xml[] };
/** Null children are left out: optional elements read as a list. */
type Children = string | (Xml | null)[];

export function element(name: string, content: Children, attributes: Record<string, string> = {}): Xml {
  return { name, attributes, content: typeof content === 'string' ? content : content.filter((one) => one !== null) };
}

/** The element, or nothing when its text is null or blank: an empty element is no value in EN 16931 (BR-CL and BR rules). */
export function optional(name: string, text: string | null, attributes: Record<string, string> = {}): Xml | null {
  return text === null || text.trim() === '' ? null : element(name, text, attributes);
}

/** A whole document, indented by two, UTF-8; every text and attribute is escaped here and nowhere else. */
export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, '')}\n`;
}

function written({ name, attributes, content }: Xml, indent: string): string {
  const open = Object.entries(attributes).reduce((tag, [key, value]) => `${tag} ${key}="${escaped(value)}"`, name);
  if (typeof content === 'string') return `${indent}<${open}>${escaped(content)}</${name}>`;
  const inner = content.map((child) => `${written(child, `${indent}  `)}\n`).join('');
  return `${indent}<${open}>\n${inner}${indent}</${name}>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Also strips what XML 1.0 forbids: control characters, lone surrogates, U+FFFE and U+FFFF. */
function escaped(text: string): string {
  return printable(text).replaceAll(/[&<>"']/gu, (sign) => ENTITIES[sign] ?? '');
}
