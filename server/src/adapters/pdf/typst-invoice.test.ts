import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stampArchival } from './pdf-a.ts';
import { createTypst } from './typst.ts';
import type { Typst } from './typst.ts';
import { invoiceDocument } from '#domain/invoice/document.ts';
import { FACTURX_FILE, facturxXml } from '#domain/invoice/facturx.ts';
import type { Invoice } from '#domain/invoice/invoice.ts';
import { INVOICES } from '#test/invoice-input.ts';
import { readingFaults, structureOf } from '#test/pdf-structure.ts';

let typst: Typst;
let pdf: Buffer;
beforeAll(async () => {
  typst = createTypst({ children: 1 });
  pdf = await print(company);
});
afterAll(() => typst.close());

const print = (invoice: Invoice, using = typst): Promise<Buffer> =>
  using.render('invoice', invoiceDocument(invoice), { [FACTURX_FILE]: Buffer.from(facturxXml(invoice)) });
const company = INVOICES['company'] as Invoice;

const source = (pdf: Buffer): string => pdf.toString('latin1');
const pagesOf = (printed: Buffer): number => source(printed).match(/\/Type\s*\/Page\b/gu)?.length ?? 0;

/** The last version of object `n`; a changed one must stand where the last cross-reference section says. */
function objectOf(number: string): string {
  const text = source(pdf);
  const at = text.lastIndexOf(`\n${number} 0 obj\n`) + 1;
  const updated = text.slice(text.lastIndexOf('\nxref\n'));
  const entry = new RegExp(`\\n${number} 1\\n(\\d{10}) 00000 n`, 'u').exec(updated)?.[1];
  expect(entry === undefined || Number(entry) === at).toBe(true);
  return text.slice(at, text.indexOf('\nendobj', at));
}

function catalog(): string {
  return objectOf(/.*\/Root (\d+) 0 R/su.exec(source(pdf))?.[1] ?? '');
}

function metadata(): string {
  const object = objectOf(/\/Metadata (\d+) 0 R/u.exec(catalog())?.[1] ?? '');
  const [, length, xmp = ''] = /\/Length (\d+)[^]*?\nstream\n([^]*)\nendstream$/u.exec(object) ?? [];
  expect(xmp.length).toBe(Number(length));
  return xmp;
}

describe('the invoice as a PDF', () => {
  it.each(Object.keys(INVOICES))('prints %s on one page', async (name) => {
    expect(pagesOf(await print(INVOICES[name] as Invoice))).toBe(1);
  });

  it('carries its XML, byte for byte, as the Factur-X attachment', () => {
    const attached = [...source(pdf).matchAll(/\/Type \/EmbeddedFile[^]*?stream\n([^]*?)\nendstream/gu)];
    expect(attached.map(([, bytes]) => inflateSync(Buffer.from(bytes ?? '', 'latin1')).toString())).toEqual([
      facturxXml(company),
    ]);
    expect(source(pdf)).toMatch(/\/F \(factur-x\.xml\)[^]*\/AFRelationship \/Alternative/u);
    expect(catalog()).toMatch(/\/AF \[\d+ 0 R\]/u);
  });

  it.each([
    '<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>',
    '<pdfuaid:part>1</pdfuaid:part>',
    '<fx:DocumentType>INVOICE</fx:DocumentType>',
    '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
    '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
    '<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>',
    '<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>',
  ])('claims in its metadata: %s', (claim) => {
    const xmp = metadata();
    expect(xmp.split(claim).length).toBe(2);
    expect(xmp.match(/<pdfaExtension:schemas>/gu)?.length).toBe(1);
  });

  it('shows its title, and the position of its table', () => {
    expect(catalog()).toContain('/DisplayDocTitle true');
    const table = /\n(\d+) 0 obj\n<<\n {2}\/Type \/StructElem\n {2}\/S \/Table\n/u.exec(source(pdf))?.[1] ?? '';
    expect(objectOf(table)).toMatch(/\/O \/Layout\n\s*\/BBox \[[\d. ]+\]/u);
  });

  it('is read in order, its labels with their values', async () => {
    expect(readingFaults(await structureOf(pdf))).toEqual([]);
  });

  it('embeds its fonts only', () => {
    const fonts = [...source(pdf).matchAll(/\/FontName\s*\/[A-Z]{6}\+([\w-]+)/gu)].map(([, name]) => name);
    expect(new Set(fonts)).toEqual(new Set(['BricolageGrotesque-Bold', 'SourceSans3-Regular', 'SourceSans3-SemiBold']));
    expect(source(pdf).match(/\/FontFile2/gu)?.length).toBe(3);
  });

  it('gives the same bytes for the same invoice, in any child, also from the archive', async () => {
    const other = createTypst({ children: 1 });
    const archived = JSON.parse(JSON.stringify(company)) as Invoice;
    const prints = await Promise.all([print(archived), print(company, other)]);
    await other.close();
    expect(prints.map((print) => print.equals(pdf))).toEqual([true, true]);
  });

  it('is refused without its XML', async () => {
    await expect(typst.render('invoice', invoiceDocument(company), {})).rejects.toThrow('typst: invoice was refused');
  });
});

it('refuses to stamp a PDF that it does not know', () => {
  expect(() => stampArchival(pdf, {})).toThrow('not the PDF that Typst 0.14 writes');
  expect(() => stampArchival(Buffer.from('%PDF-1.7'), {})).toThrow('not the PDF that Typst 0.14 writes');
});
