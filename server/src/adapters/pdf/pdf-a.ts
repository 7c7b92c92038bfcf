import { createHash } from 'node:crypto';

/**
 * Typst claims one standard at a time and writes no custom metadata. This adds what makes its PDF/A-3a also PDF/UA-1:
 * an incremental update (ISO 32000-1, 7.5.6), so that the bytes checked by Typst stay as they are, one key apart.
 * Relies on Typst's uncompressed objects and classic cross-reference table; throws when they differ from what it
 * expects.
 */

/** More than a trailer's length. Searching from the beginning would read megabytes. */
const TRAILER_LENGTH = 1_000;
const UNREADABLE = 'pdf-a: not the PDF that Typst 0.14 writes';

/** `[name, type, category, description]` of a property, declared as PDF/A requires (ISO 19005-3, 6.6.2.3.2). */
type Property = readonly [name: string, type: string, category: string, description: string];
/** Additional metadata: values by property, in their own namespace. */
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
 * Combines PDF/A-3a and PDF/UA-1 in one file, with further claims.
 * @param archival the document exported as `a-3a`
 * @param accessible the same compilation exported as `ua-1`: only there does Typst write the positions of tables and
 * figures
 */
export function stampArchival(archival: Buffer, accessible: Buffer, claims: Claim[] = []): Buffer {
  // Typst ends without a line break, and an object starts on a new line.
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
 * `/Suspects` is for automatically guessed tags, and defaults to false (ISO 32000-1, table 321). Poppler-based readers
 * report its boolean as a syntax error. Replaced by blanks of the same length, so that no object moves.
 */
const withoutSuspects = (pdf: string): string =>
  replacedOnce(pdf, '\n    /Suspects false', `\n${' '.repeat('    /Suspects false'.length)}`);

function matched(text: string, pattern: RegExp): RegExpExecArray {
  const found = pattern.exec(text);
  if (found === null) throw new Error(UNREADABLE);
  return found;
}

/** A second occurrence would mean an unknown file layout. */
function replacedOnce(text: string, words: string, by: string): string {
  const at = text.indexOf(words);
  if (at === -1 || text.includes(words, at + words.length)) throw new Error(UNREADABLE);
  return text.slice(0, at) + by + text.slice(at + words.length);
}

/** Content between `n 0 obj` and `endobj`, by number. */
type Objects = Map<number, string>;

/**
 * Objects at the offsets of the cross-reference table: an attached PDF, possibly uncompressed, contains others with the
 * same numbers. Binary streams may be cut too early; they are not used here.
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
  // A second bag of schemas would be invalid: ours are added to Typst's.
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

/** What only `ua-1` writes: the box, and the dictionary around it when it has nothing else. */
const LAYOUT_AND_BOX = /\n {2}\/A \[<<\n {4}\/O \/Layout\n {4}\/BBox \[[^\]]*\]\n {2}>>\]|\n {4}\/BBox \[[^\]]*\]/u;

const PLACED_ELEMENT = /^<<\n {2}\/Type \/StructElem\n {2}\/S \/(?:Table|Figure)\n/u;

/** Tables and figures of the structure tree with their `/BBox` (ISO 32000-1, table 344), from the `ua-1` export. */
function placedElements(archival: Objects, accessible: Objects): [number, string][] {
  const elementsOf = (objects: Objects): [number, string][] =>
    [...objects].filter(([, body]) => PLACED_ELEMENT.test(body));
  const targets = elementsOf(archival);
  const sources = elementsOf(accessible);
  if (targets.length !== sources.length) throw new Error(UNREADABLE);
  return targets.flatMap(([number, body], index) => {
    const placed = attributesOf(sources[index]?.[1] ?? '');
    const former = attributesOf(body);
    // The element must be identical to the other export's, apart from its box.
    if ((placed ?? '').replace(LAYOUT_AND_BOX, '') !== (former ?? '').replace(LAYOUT_AND_BOX, ''))
      throw new Error(UNREADABLE);
    // A table over two pages has no box.
    if (placed === null || placed === former) return [];
    const bare = former === null ? body : replacedOnce(body, former, '');
    return [[number, bare.replace(/\n>>$/u, () => `${placed}\n>>`)]];
  });
}

function attributesOf(element: string): string | null {
  return /\n {2}\/A \[<<\n[^]*?>>\]/u.exec(element)?.[0] ?? null;
}

/** The changed objects, written from `offset` on, with their cross-reference table: one section each. */
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
