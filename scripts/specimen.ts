import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { AddressFeature } from '../contract/src/addresses.ts';
import { parcelCode, parcelReference, type NearbyParcel } from '../contract/src/parcels.ts';
import { firstPage } from '../server/test/pdf-reader.ts';
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
  const account = { username: 'demo@clairisque.fr', password: 'Demonstration-2026!' };
  const { auth_token: token } = await call<{ auth_token: string }>('POST', '/api/v2/token/login/', account);
  const headers = { authorization: `Token ${token}` };
  for (let count = 0; count < BEFORE; count += 1) await issue(headers);
  const { id, seconds } = await issue(headers);
  const pdf = await fetch(`${product.url}/api/v2/download_pdf_proxy/${id}/`, { headers });
  const page = await firstPage(await pdf.bytes(), 2.2);
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
async function issue(headers: Record<string, string>): Promise<{ id: number; seconds: number }> {
  const search = `/geocodage/search?${new URLSearchParams({ q: ADDRESS, limit: '1' })}`;
  const [address] = (await call<{ features: AddressFeature[] }>('GET', search)).features;
  const [longitude = 0, latitude = 0] = address?.geometry.coordinates ?? [];
  const [parcel] = await call<NearbyParcel[]>('POST', `/api/v2/cadastre/proximite/${longitude}/${latitude}/`);
  if (address === undefined || parcel === undefined) throw new Error('no such place');
  const draft = {
    adresse: address.properties.label,
    longitude,
    latitude,
    cadastre: parcelReference(parcel),
    code_parcelle: parcelCode(parcel),
    type_de_transaction: 'Vente',
    vendeur_nom: 'Camille Exemple',
    acheteur_nom: '-',
  };
  const from = performance.now();
  const { erp_id: id } = await call<{ erp_id: number }>('POST', '/api/v2/erp/me/create/', draft, headers);
  await call('PATCH', `/api/v2/erp/me/id/generate/${id}/`, undefined, headers);
  return { id, seconds: Math.ceil((performance.now() - from) / 100) / 10 };
}

async function call<Body>(
  ...[method, path, body, headers]: [method: string, path: string, body?: unknown, headers?: Record<string, string>]
): Promise<Body> {
  const answer = await fetch(product.url + path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} → ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Body;
}
