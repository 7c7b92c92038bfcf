import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { XmlDocument } from 'libxml2-wasm';
import { createTypst, type Typst } from '../server/src/adapters/pdf/typst.ts';
import { bespokeOrder, CATALOGUE } from '../server/src/domain/credits/catalogue.ts';
import { invoiceDocument } from '../server/src/domain/invoice/document.ts';
import { FACTURX_FILE, facturxXml } from '../server/src/domain/invoice/facturx.ts';
import type { Invoice } from '../server/src/domain/invoice/invoice.ts';
import { COMPANY, CONSUMER, creditNoteOf, invoiceOf, INVOICES } from '../server/test/invoice-input.ts';
import { jar } from './install.ts';
import { mustFind, NoVerdict, successOf, type Judge } from './judge.ts';

const VERSION = '2.22.0';
const JAR = {
  artifact: `org.mustangproject:validator:${VERSION}:jar:shaded`,
  sha256: '12dbaaffcd6e7efeccc50269b23d6cc931dcf1992f1b98b868052f593b5495d9',
};
const PROFILE = 'urn:cen.eu:en16931:2017';
const REUNION = { lines: ['3 rue de Paris'], postcode: '97400', city: 'Saint-Denis', country: 'FR' };
const largest = invoiceOf(bespokeOrder({ quantity: 10_000, months: null }), { buyer: COMPANY });

/** Beside those of the tests: overseas, the largest, and its refund in two parts. */
const ALL: Record<string, Invoice> = {
  ...INVOICES,
  overseas: invoiceOf(CATALOGUE.PA2, { buyer: { ...CONSUMER, address: REUNION } }),
  'overseas-company': invoiceOf(CATALOGUE.PA2, { buyer: { ...COMPANY, address: REUNION } }),
  largest,
  'largest-in-part': creditNoteOf(largest, { amountCents: 12_345, creditsTaken: 100 }),
  'largest-rest': creditNoteOf(largest, {
    amountCents: largest.amounts.grossCents - 12_345,
    creditsTaken: 9_900,
    alreadyRefundedCents: 12_345,
  }),
};

export const judge: Judge = {
  minutes: 30,
  async run(folder) {
    const path = await jar(JAR);
    const typst = createTypst({ children: 1 });
    const xmls = Object.entries(ALL).map(([name, invoice]) => ({ name, invoice, xml: facturxXml(invoice) }));
    const planted = xmls.slice(0, 1).map(({ invoice, xml }) => ({ name: 'faute', invoice, xml: withWrongVat(xml) }));
    const files: string[] = [];
    for (const one of [...planted, ...xmls]) files.push(await print(typst, folder, one));
    await typst.close();
    const program = resolve(import.meta.dirname, 'java/Mustang.java');
    await successOf('java', ['-cp', path, program, ...files], { cwd: folder, minutes: 25 });
    const [fault = [], ...found] = files.map((file) => findingsIn(readFileSync(`${file}.xml`, 'utf8')));
    mustFind(
      'Mustang',
      'a wrong VAT total',
      fault.some((one) => one.includes('BR-CO-14')),
    );
    const findings = found.flatMap((one, index) => one.map((finding) => `${xmls[index]?.name}: ${finding}`));
    return { judge: `Mustang ${VERSION}`, what: `${xmls.length} factures et avoirs, Factur-X EN 16931`, findings };
  },
};

/** One cent more than its lines. */
function withWrongVat(xml: string): string {
  const wrong = xml.replace(/(<ram:TaxTotalAmount[^>]*>)([\d.]+)/u, (_, tag: string, euros: string) => {
    return `${tag}${(Number(euros) + 0.01).toFixed(2)}`;
  });
  if (wrong === xml) throw new Error('no VAT total');
  return wrong;
}

async function print(
  typst: Typst,
  folder: string,
  { name, invoice, xml }: { name: string; invoice: Invoice; xml: string },
): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.pdf`);
  writeFileSync(file, await typst.render('invoice', invoiceDocument(invoice), { [FACTURX_FILE]: Buffer.from(xml) }));
  return file;
}

/** What one report refuses, in the PDF or in its XML. */
export function findingsIn(report: string): string[] {
  let document: XmlDocument;
  try {
    document = XmlDocument.fromString(report);
  } catch {
    throw new NoVerdict('Mustang did not write XML.');
  }
  const texts = (path: string): string[] => document.find(path).map((node) => node.content.trim());
  const statuses = [
    '/validation/summary/@status',
    '/validation/pdf/summary/@status',
    '/validation/xml/summary/@status',
  ].map((path) => texts(path).join());
  const profile = texts('/validation/xml/info/profile').join();
  const errors = texts('/validation//messages/*[self::error or self::exception or self::fatal]');
  document.dispose();
  if (!statuses.every((status) => status === 'valid' || status === 'invalid')) {
    throw new NoVerdict('Mustang does not write what it used to.');
  }
  if (profile !== PROFILE) errors.push(`profile ${profile}`);
  if (statuses.includes('invalid') !== errors.length > 0) throw new NoVerdict('Mustang contradicts itself.');
  return errors;
}
