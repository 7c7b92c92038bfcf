import { readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { givenFiches, keepFiche } from '#adapters/files/fiches.ts';
import { createPdfPages } from '#adapters/pdf/pdf-pages.ts';
import { createFiles } from '#deps.ts';
import { FICHE_SUBJECTS, ficheTitle } from '#domain/headings/headings.ts';
import type { FicheSubject } from '#domain/headings/heading.ts';
import { failureOf, Mistake } from '#platform/mistake.ts';
import { consoleConfig, sayMistake } from './console-config.ts';

/**
 * `npm run fiches`: lists the State's information sheets given by the operator, for those that the product does not
 * download; `npm run fiches -- sismique FICHIER.pdf` stores one, replacing the former. Stored with the documents
 * (`FILES_DIR` or the bucket).
 */
const USAGE = `Usage : npm run fiches [-- ${FICHE_SUBJECTS.join('|')} FICHIER.pdf]`;

const [subject, path] = process.argv.slice(2);
const config = consoleConfig(process.env);
const files = createFiles(config);

async function give(given: FicheSubject, file: string): Promise<void> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new Mistake(`${file} : ce fichier ne peut pas être lu (${failureOf(error).code}).`);
  });
  const pdfPages = createPdfPages();
  try {
    const reading = await pdfPages.read({ bytes, sha256: createHash('sha256').update(bytes).digest('hex') });
    if ('flaw' in reading) throw new Mistake(`${file} : ce PDF ne peut pas être lu (${reading.flaw}).`);
    await keepFiche(files, given, { bytes, at: new Date() });
  } finally {
    await pdfPages.close();
  }
}

async function list(): Promise<void> {
  const given = await givenFiches(files);
  for (const one of FICHE_SUBJECTS) {
    const pdf = given[one];
    const what =
      pdf === undefined
        ? 'non donnée'
        : `donnée le ${pdf.obtainedAt}, ${pdf.bytes.length} octets, SHA-256 ${pdf.sha256}`;
    console.log(`${ficheTitle(one)} (${one}) : ${what}`);
  }
}

const isSubject = (word: string | undefined): word is FicheSubject => FICHE_SUBJECTS.some((one) => one === word);

if (subject !== undefined && (!isSubject(subject) || path === undefined)) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  try {
    if (isSubject(subject) && path !== undefined) await give(subject, path);
    await list();
  } catch (error) {
    sayMistake(error, config);
  }
}
