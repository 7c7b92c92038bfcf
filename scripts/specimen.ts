import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { searchAddresses } from '../contract/src/addresses.ts';
import { downloadStatement } from '../contract/src/documents.ts';
import { firstPage } from '../server/test/pdf-reader.ts';
import { openDemo, type Customer } from '../tests/harness/customer.ts';
import { startProduct } from '../tests/harness/product.ts';

/**
 * `node scripts/specimen.ts`: has the real product issue statements of synthetic data, and stores the first page of the
 * last one for the home page, in two sizes, with the time that it took. Run it again when the document changes.
 */
const PUBLIC = resolve('web/public');
const FACTS = resolve('web/src/pages/home/specimen.gen.ts');
const ADDRESS = '3 rue du port saint-malo';
/** The first ones start processes; a customer's does not. */
const BEFORE = 3;

const product = await startProduct({ settings: { fsync: 'off' }, env: { PUBLIC_URL: 'https://clairisque.fr' } });
try {
  const env = { ...process.env, DATABASE_URL: product.databaseUrl, FILES_DIR: tmpdir() };
  await promisify(execFile)(process.execPath, ['server/src/main.ts', 'demo'], { env });
  const customer = await openDemo(product.url);
  for (let count = 0; count < BEFORE; count += 1) await issue(customer);
  const { id, seconds } = await issue(customer);
  const pdf = await customer.file(downloadStatement, { params: { erp_id: id } });
  const page = await firstPage(pdf, 2.2);
  const { width, height } = await sharp(page).webp({ quality: 72 }).toFile(resolve(PUBLIC, 'specimen.webp'));
  await sharp(page).resize({ width: 640 }).webp({ quality: 66 }).toFile(resolve(PUBLIC, 'specimen-petit.webp'));
  const measuredOn = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'short', timeZone: 'Europe/Paris' }).format();
  const facts = { seconds: seconds.toLocaleString('fr-FR'), measuredOn, width, height };
  writeFileSync(
    FACTS,
    `/** Written by \`scripts/specimen.ts\`. */\nexport const SPECIMEN = { seconds: '${facts.seconds}', measuredOn: '${measuredOn}', width: ${width}, height: ${height} };\n`,
  );
  console.log(facts);
} finally {
  await product.stop();
}

/** From the order to the stored document, in seconds, as a customer waits. */
async function issue(customer: Customer): Promise<{ id: number; seconds: number }> {
  const { features } = await customer.call(searchAddresses, { query: { q: ADDRESS, limit: 1 } });
  const [found] = features;
  if (found === undefined) throw new Error('no such place');
  const [longitude, latitude] = found.geometry.coordinates;
  const parties = { vendeur_nom: 'Camille Exemple', acheteur_nom: '-' };
  const from = performance.now();
  const { id } = await customer.issue({ longitude, latitude, address: found.properties.label }, parties);
  return { id, seconds: Math.ceil((performance.now() - from) / 100) / 10 };
}
