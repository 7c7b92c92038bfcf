import { createHash } from 'node:crypto';

/**
 * Typst claims one standard at a time and writes no metadata of ours. This adds to its PDF/A-3a what makes it PDF/UA-1 as
 * well: an incremental update (ISO 32000-1, 7.5.6), so the bytes that Typst checked stay as they are, one key apart. Relies on Typst's
 * plain objects and classic cross-reference table; throws when they are not what it knows.
 */

/** More than a trailer has. To look for it from the beginning would read megabytes. */
const TRAILER_LENGTH = 1_000;
const UNREADABLE = 'pdf-a: not the PDF that Typst 0.14 writes';

/** `[name, type, category, description]` of a property, declared as PDF/A asks (ISO 19005-3, 6.6.2.3.2). */
type Property = readonly [name: string, type: string, category: string, description: string];
/** What the metadata say beyond Typst's: values by property, in a namespace of their own. */
export type Claim = {
  title: string;
  prefix: string;
  namespace: string;
  properties: Property[];
  values: Record<string, string>;
};

const PDF_UA: Claim = {
  title: 'PDF/UA identification schema',
  prefix: 'pdfuaid',
  namespace: 'http://www.aiim.org/pdfua/ns/id/',
  properties: [['part', 'Integer', 'internal', 'Part of ISO 14289 that the document conforms to']],
  values: { part: '1' },
};

/**
 * PDF/A-3a and PDF/UA-1 in one file, with the claims of other standards.
 * @param archival the document exported as `a-3a`
 * @param accessible the same compilation exported as `ua-1`: only there does Typst write where tables and figures stand
 */
export function stampArchival(archival: Buffer, accessible: Buffer, claims: Claim[] = []): Buffer {
  // Typst ends without a line break, and an object begins on a line of its own.
  const pdf = `${withoutSuspects(archival.toString('latin1').trimEnd())}\n`;
  const trailer = matched(
    pdf.slice(-TRAILER_LENGTH),
    /trailer\n<<\n {2}\/Size (\d+)\n {2}\/Root (\d+) 0 R\n {2}\/Info (\d+) 0 R\n {2}\/ID \[\(([^)]*)\) \([^)]*\)\]\n>>\nstartxref\n(\d+)\n%%EOF\n$/u,
  );
  const [, size = '', root = '', info = '', id = '', previous = ''] = trailer;
  const objects = objectsOf(pdf);
  const catalog = objectAt(objects, root);
  const metadata = matched(catalog, /\/Metadata (\d+) 0 R/u)[1] ?? '';
  const changed = new Map([
    [Number(root), replacedOnce(catalog, '/ViewerPreferences <<', '/ViewerPreferences <<\n    /DisplayDocTitle true')],
    [Number(metadata), withClaims(objectAt(objects, metadata), [PDF_UA, ...claims])],
    ...placedElements(objects, objectsOf(accessible.toString('latin1'))),
  ]);
  const { added, table } = written(changed, pdf.length);
  const digest = createHash('sha256').update(archival).update(added, 'latin1').digest('hex').slice(0, 32);
  const end = `trailer\n<<\n  /Size ${size}\n  /Root ${root} 0 R\n  /Info ${info} 0 R\n  /ID [(${id}) <${digest}>]\n  /Prev ${previous}\n>>\nstartxref\n${pdf.length + added.length}\n%%EOF\n`;
  return Buffer.from(pdf + added + table + end, 'latin1');
}

/**
 * `/Suspects` is for tags guessed by a machine, and false where it is absent (ISO 32000-1, table 321). Readers built on
 * Poppler take its boolean for a syntax error. Blanks of the same length: no object moves.
 */
const withoutSuspects = (pdf: string): string =>
  replacedOnce(pdf, '\n    /Suspects false', `\n${' '.repeat('    /Suspects false'.length)}`);

function matched(text: string, pattern: RegExp): RegExpExecArray {
  const found = pattern.exec(text);
  if (found === null) throw new Error(UNREADABLE);
  return found;
}

/** A second place with the same words would mean that we do not know this file. */
function replacedOnce(text: string, words: string, by: string): string {
  const at = text.indexOf(words);
  if (at === -1 || text.includes(words, at + words.length)) throw new Error(UNREADABLE);
  return text.slice(0, at) + by + text.slice(at + words.length);
}

/** What stands between `n 0 obj` and `endobj`, by number. */
type Objects = Map<number, string>;

/**
 * The objects where the cross-reference table says that they are: an attached PDF, which deflate may leave as it is, holds
 * others of the same numbers. Those of binary streams may end too soon; nobody reads them here.
 */
function objectsOf(pdf: string): Objects {
  const at = Number(/\nstartxref\n(\d+)\n%%EOF\s*$/u.exec(pdf.slice(-64))?.[1]);
  const [head = '', count] = /^xref\n0 (\d+)\n/u.exec(pdf.slice(at, at + 32)) ?? [];
  if (head === '') throw new Error(UNREADABLE);
  const objects: Objects = new Map();
  for (let number = 1; number < Number(count); number += 1) {
    // Each entry has 20 bytes (ISO 32000-1, 7.5.4): an offset of ten digits, five more, and whether it is free.
    const entry = at + head.length + number * 20;
    if (pdf[entry + 17] === 'f') continue;
    const offset = Number(pdf.slice(entry, entry + 10));
    const start = `${number} 0 obj\n`;
    if (pdf[entry + 17] !== 'n' || !pdf.startsWith(start, offset)) throw new Error(UNREADABLE);
    const from = offset + start.length;
    objects.set(number, pdf.slice(from, pdf.indexOf('\nendobj', from)));
  }
  return objects;
}

function objectAt(objects: Objects, number: string): string {
  const object = objects.get(Number(number));
  if (object === undefined) throw new Error(UNREADABLE);
  return object;
}

function withClaims(object: string, claims: Claim[]): string {
  const [, head = '', xmp = ''] = matched(object, /^([^]*?\nstream\n)([^]*)\nendstream$/u);
  const schemas = claims.map(schema).join('');
  const said = claims.map(description).join('');
  // A second bag of schemas would be invalid: ours join Typst's.
  const bag = '</rdf:Bag></pdfaExtension:schemas>';
  const stamped = replacedOnce(replacedOnce(xmp, bag, schemas + bag), '</rdf:RDF>', `${said}</rdf:RDF>`);
  return `${head.replace(/\/Length \d+/u, `/Length ${stamped.length}`)}${stamped}\nendstream`;
}

function description({ prefix, namespace, values }: Claim): string {
  const said = Object.entries(values).map(([name, value]) => `<${prefix}:${name}>${value}</${prefix}:${name}>`);
  return `<rdf:Description rdf:about="" xmlns:${prefix}="${namespace}">${said.join('')}</rdf:Description>`;
}

function schema({ title, prefix, namespace, properties }: Claim): string {
  const declared = properties.map(
    ([name, type, category, meaning]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>${type}</pdfaProperty:valueType>` +
      `<pdfaProperty:category>${category}</pdfaProperty:category><pdfaProperty:description>${meaning}</pdfaProperty:description></rdf:li>`,
  );
  return (
    `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>${title}</pdfaSchema:schema><pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>` +
    `<pdfaSchema:prefix>${prefix}</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${declared.join('')}</rdf:Seq></pdfaSchema:property></rdf:li>`
  );
}

/** What `ua-1` alone writes: the box, and the dictionary around it where there is nothing else to say. */
const LAYOUT_AND_BOX = /\n {2}\/A \[<<\n {4}\/O \/Layout\n {4}\/BBox \[[^\]]*\]\n {2}>>\]|\n {4}\/BBox \[[^\]]*\]/u;

const PLACED_ELEMENT = /^<<\n {2}\/Type \/StructElem\n {2}\/S \/(?:Table|Figure)\n/u;

/** Tables and figures of the structure tree with their `/BBox` (ISO 32000-1, table 344), taken from the `ua-1` export. */
function placedElements(archival: Objects, accessible: Objects): [number, string][] {
  const elementsOf = (objects: Objects): [number, string][] =>
    [...objects].filter(([, body]) => PLACED_ELEMENT.test(body));
  const targets = elementsOf(archival);
  const sources = elementsOf(accessible);
  if (targets.length !== sources.length) throw new Error(UNREADABLE);
  return targets.flatMap(([number, body], index) => {
    const placed = attributesOf(sources[index]?.[1] ?? '');
    const former = attributesOf(body);
    // Nothing may be lost: what stands there is what the other export says, the place apart.
    if ((placed ?? '').replace(LAYOUT_AND_BOX, '') !== (former ?? '').replace(LAYOUT_AND_BOX, ''))
      throw new Error(UNREADABLE);
    // A table over two pages has no place.
    if (placed === null || placed === former) return [];
    const bare = former === null ? body : replacedOnce(body, former, '');
    return [[number, bare.replace(/\n>>$/u, () => `${placed}\n>>`)]];
  });
}

function attributesOf(element: string): string | null {
  return /\n {2}\/A \[<<\n[^]*?>>\]/u.exec(element)?.[0] ?? null;
}

/** The changed objects, to stand from `offset` on, and the cross-reference table that finds them: one section each. */
function written(changed: Map<number, string>, offset: number): { added: string; table: string } {
  let added = '';
  let table = 'xref\n';
  for (const [number, body] of [...changed].sort(([one], [other]) => one - other)) {
    const at = String(offset + added.length).padStart(10, '0');
    added += `${number} 0 obj\n${body}\nendobj\n\n`;
    table += `${number} 1\n${at} 00000 n \n`;
  }
  return { added, table };
}
