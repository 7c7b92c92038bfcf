import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { z } from 'zod';
import { invoiceDocument } from '../server/src/domain/invoice/document.ts';
import { FACTURX_FILE, facturxXml } from '../server/src/domain/invoice/facturx.ts';
import { createTypst, type Typst } from '../server/src/adapters/pdf/typst.ts';
import { INVOICES } from '../server/test/invoice-input.ts';
import { printAll, type Printed } from './documents.ts';
import { jar } from './install.ts';
import { command, mustFind, NoVerdict, parsed, type Judge } from './judge.ts';

const VERSION = '1.28.2';
const JAR = {
  artifact: `org.verapdf.apps:greenfield-apps:${VERSION}`,
  sha256: '687d4d8bcfec48c9f7e931cf78ed061f1eeccfba55d4cdc000ba9b4d8aa46ce6',
};
const MINUTES = 30;
const FLAVOURS = { 'PDF/UA-1': 'ua1', 'PDF/A-3a': '3a' };

const Rule = z.object({
  clause: z.string(),
  testNumber: z.number(),
  failedChecks: z.number(),
  description: z.string(),
});
const Details = z.object({
  passedChecks: z.number().positive(),
  failedChecks: z.number(),
  ruleSummaries: z.array(Rule),
});
/** A file that is not read has no result, which is no verdict. */
const Report = z.object({
  report: z.object({
    jobs: z.array(
      z.object({
        itemDetails: z.object({ name: z.string() }),
        validationResult: z.array(z.object({ details: Details, compliant: z.boolean() })).length(1),
      }),
    ),
  }),
});

/** The findings of one standard, by document and rule. */
type Read = (documents: Printed[], flavour: string) => Promise<string[]>;

export const judge: Judge = {
  minutes: 2 * MINUTES,
  async run(folder) {
    const path = await jar(JAR);
    const typst = createTypst({ children: 2 });
    const documents = [...(await printAll(typst)), ...(await invoices(typst))];
    await typst.close();
    const read: Read = (printed, flavour) => readBy(path, join(folder, flavour), { printed, flavour });
    await judgeTheJudge(read, documents[0]);
    const findings: string[] = [];
    for (const [standard, flavour] of Object.entries(FLAVOURS)) {
      const failed = await read(documents, flavour);
      findings.push(...failed.map((one) => `${standard}, ${one}`));
    }
    return { judge: `veraPDF ${VERSION}`, what: `${documents.length} documents, en PDF/UA-1 et en PDF/A-3a`, findings };
  },
};

const invoices = (typst: Typst): Promise<Printed[]> =>
  Promise.all(
    Object.entries(INVOICES).map(async ([name, invoice]) => ({
      name: `facture-${name}`,
      pdf: await typst.render('invoice', invoiceDocument(invoice), {
        [FACTURX_FILE]: Buffer.from(facturxXml(invoice)),
      }),
    })),
  );

async function readBy(
  path: string,
  folder: string,
  { printed, flavour }: { printed: Printed[]; flavour: string },
): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const files = printed.map(({ name, pdf }) => {
    writeFileSync(join(folder, `${name}.pdf`), pdf);
    return join(folder, `${name}.pdf`);
  });
  const args = ['-cp', path, 'org.verapdf.apps.GreenfieldCliWrapper', '-f', flavour, '--format', 'json', ...files];
  const { code, out } = await command('java', args, { minutes: MINUTES });
  return findingsIn(out, { code, files });
}

/** Exit code 0: each file conforms; 1: one at least does not; anything else is no verdict. */
export function findingsIn(out: string, { code, files }: { code: number; files: string[] }): string[] {
  if (code !== 0 && code !== 1) throw new NoVerdict(`veraPDF ended with ${code}.`);
  const { jobs } = parsed('veraPDF', out, Report).report;
  const missing = files.filter((file) => jobs.every(({ itemDetails }) => itemDetails.name !== file));
  if (missing.length > 0) throw new NoVerdict(`veraPDF says nothing of ${missing.length} of ${files.length} files.`);
  const findings = jobs.flatMap(({ itemDetails, validationResult: [result] }) =>
    (result?.details.ruleSummaries ?? [])
      .filter(({ failedChecks }) => failedChecks > 0)
      .map(
        ({ clause, testNumber, failedChecks, description }) =>
          `${basename(itemDetails.name)}: ${clause}-${testNumber}, ${failedChecks} failed checks: ${description}`,
      ),
  );
  const isCompliant = jobs.every(({ validationResult: [result] }) => result?.compliant === true);
  if (new Set([isCompliant, findings.length === 0, code === 0]).size > 1)
    throw new NoVerdict('veraPDF contradicts itself.');
  return findings;
}

/** An untagged picture, which PDF/UA forbids, and a font that is not embedded, which PDF/A forbids. */
async function judgeTheJudge(read: Read, sound: Printed | undefined): Promise<void> {
  const document = await PDFDocument.load(sound?.pdf ?? '', { updateMetadata: false });
  const page = document.getPage(0);
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: '#c22' } });
  page.drawImage(await document.embedPng(await picture.png().toBuffer()));
  page.drawText('Helvetica', { font: await document.embedFont(StandardFonts.Helvetica) });
  const planted = [{ name: 'faute', pdf: Buffer.from(await document.save()) }];
  const hasFound = async (flavour: string, clause: string): Promise<boolean> =>
    (await read(planted, flavour)).some((one) => one.includes(` ${clause}-`));
  mustFind('veraPDF', 'an untagged picture', await hasFound('ua1', '7.1'));
  mustFind('veraPDF', 'a font that is not embedded', await hasFound('3a', '6.2.11.4.1'));
}
