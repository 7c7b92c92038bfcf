import { createHash } from 'node:crypto';

/**
 * Typst exports for one standard at a time and writes no custom metadata. This adds what makes its PDF/UA-1 also
 * PDF/A-3a: an incremental update (ISO 32000-1, 7.5.6), so that the bytes checked by Typst stay as they are, one key
 * apart. That nothing else is missing is tested against Typst's own `a-3a` export. Relies on Typst's uncompressed
 * objects and classic cross-reference table; throws when they differ from what it expects.
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

/** What an attached file is to the document (ISO 32000-2, 7.11.3), as the templates name it. */
export type Relationship = 'data' | 'supplement' | 'alternative';
const RELATIONSHIPS = { data: 'Data', supplement: 'Supplement', alternative: 'Alternative' } as const;

const PDF_A: Claim = {
  title: 'PDF/A ID Schema',
  prefix: 'pdfaid',
  namespace: 'http://www.aiim.org/pdfa/ns/id/',
  // PDF/A predefines these properties.
  properties: [],
  values: { part: '3', conformance: 'A' },
};

/** Properties that Typst's `ua-1` export uses, and that PDF/A does not predefine. */
const OF_TYPST: Claim[] = [
  {
    title: 'PDF/UA identification schema',
    prefix: 'pdfuaid',
    namespace: 'http://www.aiim.org/pdfua/ns/id/',
    properties: [['part', 'Integer', 'internal', 'Part of ISO 14289 that the document conforms to']],
    values: {},
  },
  {
    title: 'XMP Media Management schema',
    prefix: 'xmpMM',
    namespace: 'http://ns.adobe.com/xap/1.0/mm/',
    properties: [['InstanceID', 'Text', 'internal', 'UUID based identifier for specific incarnation of a document']],
    values: {},
  },
  {
    title: 'Adobe PDF schema',
    prefix: 'pdf',
    namespace: 'http://ns.adobe.com/pdf/1.3/',
    properties: [
      ['Keywords', 'Text', 'external', 'Keywords associated with the document'],
      ['PDFVersion', 'Text', 'internal', 'Version of the PDF specification to which the document conforms'],
    ],
    values: {},
  },
];

/**
 * Makes a document exported as `ua-1` also PDF/A-3a, with further claims.
 * @param accessible the export; only for this standard does Typst write the positions of tables and figures
 * @param attached the relationship of each attached file, by name: Typst writes it only for `a-3a`
 */
export function stampArchival(
  accessible: Buffer,
  attached: Record<string, Relationship>,
  claims: Claim[] = [],
): Buffer {
  // Typst ends without a line break, and an object starts on a new line.
  const pdf = `${withoutSuspects(accessible.toString('latin1').trimEnd())}\n`;
  const trailer = matched(
    pdf.slice(-TRAILER_LENGTH),
    /trailer\n<<\n {2}\/Size (\d+)\n {2}\/Root (\d+) 0 R\n {2}\/Info (\d+) 0 R\n {2}\/ID \[\(([^)]*)\) \(([^)]*)\)\]\n>>\nstartxref\n(\d+)\n%%EOF\n$/u,
  );
  const [, size = '', root = '', info = '', id = '', revision = '', previous = ''] = trailer;
  const objects = objectsOf(pdf);
  const catalog = objectAt(objects, root);
  const metadata = matched(catalog, /\/Metadata (\d+) 0 R/u)[1] ?? '';
  const files = attachedFiles(catalog, attached);
  const changed = new Map([
    [Number(root), archivalCatalog(catalog, colourProfile(objects), files)],
    [Number(metadata), withClaims(objectAt(objects, metadata), [PDF_A, ...OF_TYPST, ...claims])],
    ...files.map(
      ({ number, relationship }) => [Number(number), related(objectAt(objects, number), relationship)] as const,
    ),
  ]);
  const { added, table } = written(changed, pdf.length);
  // Typst's own identifier is a digest of its content.
  const digest = createHash('sha256').update(revision).update(added, 'latin1').digest('hex').slice(0, 32);
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

/** The file's text and the offsets of its objects, by number. */
type Objects = { pdf: string; offsets: Map<number, number> };

/**
 * Objects at the offsets of the cross-reference table: an attached PDF, possibly uncompressed, contains others with the
 * same numbers.
 */
function objectsOf(pdf: string): Objects {
  const at = Number(/\nstartxref\n(\d+)\n%%EOF\s*$/u.exec(pdf.slice(-64))?.[1]);
  const [head = '', count] = /^xref\n0 (\d+)\n/u.exec(pdf.slice(at, at + 32)) ?? [];
  if (head === '') throw new Error(UNREADABLE);
  const offsets = new Map<number, number>();
  for (let number = 1; number < Number(count); number += 1) {
    // Each entry has 20 bytes (ISO 32000-1, 7.5.4): an offset of ten digits, five more, and whether it is free.
    const entry = at + head.length + number * 20;
    if (pdf[entry + 17] === 'f') continue;
    const offset = Number(pdf.slice(entry, entry + 10));
    const start = `${number} 0 obj\n`;
    if (pdf[entry + 17] !== 'n' || !pdf.startsWith(start, offset)) throw new Error(UNREADABLE);
    offsets.set(number, offset + start.length);
  }
  return { pdf, offsets };
}

/** Content between `n 0 obj` and `endobj`. A binary stream may be cut too early; none is read here. */
function objectAt({ pdf, offsets }: Objects, number: string): string {
  const from = offsets.get(Number(number));
  if (from === undefined) throw new Error(UNREADABLE);
  return pdf.slice(from, pdf.indexOf('\nendobj', from));
}

type AttachedFile = { number: string; relationship: Relationship };

/** The catalog's attached files, in its order. Throws when one has no known relationship, or is missing. */
function attachedFiles(catalog: string, attached: Record<string, Relationship>): AttachedFile[] {
  const names = /\/EmbeddedFiles <<\n {6}\/Names \[([^\]]*)\]/u.exec(catalog)?.[1] ?? '';
  const files = [...names.matchAll(/\(([^()]*)\) (\d+) 0 R/gu)].map(([, name = '', number = '']) => {
    const relationship = attached[name];
    if (relationship === undefined) throw new Error(`pdf-a: ${name} has no relationship to the document`);
    return { number, relationship };
  });
  if (files.length !== Object.keys(attached).length) throw new Error(UNREADABLE);
  return files;
}

const related = (file: string, relationship: Relationship): string =>
  replacedOnce(file, '\n  >>\n', `\n  >>\n  /AFRelationship /${RELATIONSHIPS[relationship]}\n`);

/** The number of the sRGB profile (ICC) of the document's colours; null when it is black only. */
function colourProfile(objects: Objects): string | null {
  const { pdf, offsets } = objects;
  for (const offset of offsets.values()) {
    if (!pdf.startsWith('[/ICCBased ', offset)) continue;
    const number = matched(pdf.slice(offset, offset + 40), /^\[\/ICCBased (\d+) 0 R\]\n/u)[1] ?? '';
    if (/^<<\n(?: {2}.*\n)*? {2}\/N 3\n/u.test(objectAt(objects, number))) return number;
  }
  return null;
}

/**
 * The catalog with its output intent (ISO 19005-3, 6.2.3) and the list of attached files (6.8). A page without colours
 * has no intent to state: Typst writes grey by a profile.
 */
function archivalCatalog(catalog: string, profile: string | null, files: AttachedFile[]): string {
  const intent = `<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (Custom) /OutputCondition (sRGB) /RegistryName () /Info (sRGB v4.2) /DestOutputProfile ${profile} 0 R >>`;
  const list = files.length === 0 ? '' : `\n  /AF [${files.map(({ number }) => `${number} 0 R`).join(' ')}]`;
  const intents = profile === null ? '' : `\n  /OutputIntents [${intent}]`;
  return catalog.replace(/\n>>$/u, `${intents}${list}\n>>`);
}

function withClaims(object: string, claims: Claim[]): string {
  const [, head = '', xmp = ''] = matched(object, /^([^]*?\nstream\n)([^]*)\nendstream$/u);
  const schemas = claims.filter(({ properties }) => properties.length > 0).map(schema);
  const said = claims.filter(({ values }) => Object.keys(values).length > 0).map(description);
  const extension = `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag>${schemas.join('')}</rdf:Bag></pdfaExtension:schemas></rdf:Description>`;
  const stamped = replacedOnce(xmp, '</rdf:RDF>', `${said.join('')}${extension}</rdf:RDF>`);
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
