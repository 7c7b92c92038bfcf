import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Temporal } from 'temporal-polyfill';
import { createPdfPages, type PdfPages } from '#adapters/pdf/pdf-pages.ts';
import { createStaticMap } from '#adapters/maps/static-map.ts';
import { createTypst } from '#adapters/pdf/typst.ts';
import { type Parcel, type Place, inseeCodesOf } from '#domain/geometry/place.ts';
import { COMPULSORY_HEADINGS, INFORMATIVE_HEADINGS } from '@clairisque/contract/common/headings.ts';
import type { Findings } from '#domain/risks/findings.ts';
import { knownAddress, type KnownAddress } from '#domain/property/addresses/known-address.ts';
import { propertyAddress, type PropertyAddress } from '#domain/property/property-address.ts';
import { titleOf } from '#domain/statement-document/property.ts';
import { TEMPLATE_VERSION } from '#domain/statement-document/statement-document.ts';
import type { StatementInput } from '#domain/statement-document/input.ts';
import { expiryDate, parisDate } from '#domain/risks/validity.ts';
import { assembleStatement } from '#features/issuance/assembly.service.ts';
import { printerInputs } from '#features/issuance/printing.service.ts';
import { systemClock } from '#platform/clock.ts';
import { startSimulators } from './simulators-child.ts';
import { nearestParcel, simulatedSuppliers } from './suppliers-over.ts';

/**
 * `npm run example -- --recordings DIR --at LON,LAT [--commune INSEE] [--out FILE]`: one statement, from the adapters
 * to the PDF, over recorded real answers. Headings without a recorded answer print as not obtained: unlike a sold
 * statement, an example is always written, and always marked SPÉCIMEN.
 */
const USAGE = 'Usage : npm run example -- --recordings DOSSIER --at LON,LAT [--commune INSEE] [--out FICHIER.pdf]';

/** `commune`: INSEE code for a place without a recorded parcel or address. */
type Point = { longitude: number; latitude: number; commune: string | null };
type Suppliers = ReturnType<typeof simulatedSuppliers>;

async function example({ recordings, at, out }: { recordings: string; at: Point; out: string }): Promise<void> {
  const simulators = await startSimulators(recordings);
  const typst = createTypst({ children: 1 });
  const pdfPages = createPdfPages();
  try {
    const { input, files: pictures } = await prepare(simulatedSuppliers(simulators.url), pdfPages, at);
    const { place, findings } = input;
    const { template, data, files } = printerInputs(input, pictures);
    const pdf = await typst.render(template, data, files);
    await writeFile(out, pdf);
    console.log(`${titleOf(input)} — ${place.parcels.map(parcelText).join(', ') || 'aucune parcelle'}`);
    for (const line of summary(findings)) console.log(line);
    console.log(`${out} : ${Math.round(pdf.length / 1000)} ko`);
  } finally {
    await Promise.all([typst.close(), pdfPages.close()]);
    await simulators.stop();
  }
}

type Prepared = { input: StatementInput; files: Record<string, Uint8Array> };

async function prepare(suppliers: Suppliers, pdfPages: PdfPages, at: Point): Promise<Prepared> {
  const { place, address } = await findPlace(suppliers, at);
  const staticMap = createStaticMap({ tiles: suppliers.mapTiles });
  const parts = { ...suppliers, staticMap, pdfPages, datasets: null, log: console };
  const { content, files } = await assembleStatement(parts, place, { address: async () => address });
  const input = { ...content, statement: specimen(), changes: [], replaces: null, templateVersion: TEMPLATE_VERSION };
  return { input, files };
}

type Located = { place: Place; address: PropertyAddress };

/** The recorded place; coordinates replace a missing address. */
async function findPlace(suppliers: Suppliers, { commune, ...at }: Point): Promise<Located> {
  const found = await nearestAddress(suppliers, at).catch(() => null);
  const parcel = await nearestParcel(suppliers, at).catch(() => null);
  const place: Place =
    parcel === null
      ? { ...at, ...communeWithout(found, commune), parcels: [] }
      : { ...at, inseeCodes: inseeCodesOf(parcel.commune), communeName: parcel.communeName, parcels: [parcel] };
  const answer = found && { found: [found], obtainedAt: systemClock().toISOString() };
  return { place, address: propertyAddress(found?.label ?? `Point ${at.longitude}, ${at.latitude}`, answer, place) };
}

/** Commune of a place without a parcel: the address's, else the given one. */
function communeWithout(found: KnownAddress | null, asked: string | null): Pick<Place, 'inseeCodes' | 'communeName'> {
  const code = found?.inseeCode ?? asked;
  return { inseeCodes: code === null ? [] : inseeCodesOf(code), communeName: found?.communeName ?? 'commune inconnue' };
}

async function nearestAddress({ geocoder }: Suppliers, at: Omit<Point, 'commune'>): Promise<KnownAddress | null> {
  const { features } = await geocoder.reverse({ ...at, limit: 1 });
  return features[0] === undefined ? null : knownAddress(features[0]);
}

function specimen(): StatementInput['statement'] {
  const issuedAt = Temporal.Instant.from(systemClock().toISOString());
  const issuedOn = parisDate(issuedAt);
  const reference = `ERP-${issuedOn.year}-EXEMPLE`;
  return {
    reference,
    issuedAt,
    issuedOn,
    expiresOn: expiryDate(issuedOn),
    transaction: 'Vente',
    seller: '',
    buyer: '',
    declarations: null,
    specimen: true,
    hasLogo: false,
    verificationUrl: `https://www.example.org/verification/${reference}`,
  };
}

const MARKS = { concerned: 'concerné    ', 'not-concerned': 'non concerné', 'not-obtained': 'non obtenu  ' };

function summary(findings: Findings): string[] {
  return [...COMPULSORY_HEADINGS, ...INFORMATIVE_HEADINGS].map(
    (heading) =>
      `${MARKS[findings[heading].state]}  ${findings[heading].title} : ${findings[heading].sentence.slice(0, 120)}`,
  );
}

const parcelText = ({ prefix, section, number, commune }: Parcel): string =>
  `${prefix}-${section}-${number}@${commune}`;

/** `--at -2.0,48.6`: a value that starts with a minus would be parsed as an option. */
const withValues = (args: string[]): string[] =>
  args.flatMap((arg, index) => {
    if (arg === '--at' && args[index + 1] !== undefined) return [`--at=${args[index + 1]}`];
    return index > 0 && args[index - 1] === '--at' ? [] : [arg];
  });

const { values } = parseArgs({
  args: withValues(process.argv.slice(2)),
  options: {
    recordings: { type: 'string' },
    at: { type: 'string' },
    commune: { type: 'string' },
    out: { type: 'string', default: 'exemple.pdf' },
  },
});
const [longitude, latitude] = (values.at ?? '').split(',').map(Number);
if (values.recordings === undefined || !Number.isFinite(longitude) || !Number.isFinite(latitude)) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  await example({
    recordings: values.recordings,
    at: { longitude: longitude ?? 0, latitude: latitude ?? 0, commune: values.commune ?? null },
    out: values.out,
  });
}
