import { createHash } from 'node:crypto';
import { TERMS_VERSION } from '@clairisque/contract/common/consents.ts';
import { plainLetters, undrawnLetter } from '@clairisque/contract/common/letters.ts';
import { termsOf } from '@clairisque/contract/common/terms.ts';
import sharp from 'sharp';
import { Temporal } from 'temporal-polyfill';
import { createStaticMap } from '../server/src/adapters/maps/static-map.ts';
import { createPdfPages } from '../server/src/adapters/pdf/pdf-pages.ts';
import type { Typst } from '../server/src/adapters/pdf/typst.ts';
import type { PlanDocument } from '../server/src/domain/risks/plan-documents.ts';
import { confirmationDocument } from '../server/src/domain/statement-document/confirmation-document.ts';
import { attachedFiles } from '../server/src/domain/statement-document/attachments.ts';
import { mappedBuildings } from '../server/src/domain/printing/buildings.ts';
import type { StatementInput } from '../server/src/domain/statement-document/input.ts';
import { mappedHeadings } from '../server/src/domain/statement-document/mapped-zones.ts';
import { receiptDocument } from '../server/src/domain/statement-document/receipt-document.ts';
import { buildStatementDocument, LOGO_FILE } from '../server/src/domain/statement-document/statement-document.ts';
import { buildTermsDocument } from '../server/src/domain/statement-document/terms-document.ts';
import { bindDocuments } from '../server/src/features/issuance/binding.service.ts';
import { publisherView } from '../server/src/features/publisher/publisher.ts';
import { readPicture } from '../server/src/platform/files/pictures.ts';
import { PLACEHOLDER_PUBLISHER } from '../server/src/config/publisher.ts';
import { placeIn } from '../server/test/reference-builders.ts';
import { REFERENCE_STATEMENTS } from '../server/test/reference-statements.ts';
import { EVERYTHING_FACTS, statementInput } from '../server/test/statement-input.ts';

export type Printed = { name: string; pdf: Buffer };

const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#e9e6da' } })
  .png()
  .toBuffer();
const staticMap = createStaticMap({ tiles: { tile: async () => ({ bytes: tile, contentType: 'image/png' }) } });

/** Prints a statement as the issuance does, over plain tiles. */
export async function printStatement(
  typst: Typst,
  input: StatementInput,
  more: Record<string, Uint8Array> = {},
): Promise<Buffer> {
  const plans = await staticMap.draw(input.place);
  const { frames, files } = await staticMap.withFacts(plans, input.place, {
    headings: mappedHeadings(input.findings, input.planPerimeters),
    buildings: mappedBuildings(input.buildings),
  });
  const whole = { ...input, maps: frames };
  return typst.render('statement', buildStatementDocument(whole), { ...files, ...attachedFiles(whole), ...more });
}

/** Every kind of statement, and the other documents that are printed; invoices are `INVOICES`. */
export async function printAll(typst: Typst): Promise<Printed[]> {
  const references = REFERENCE_STATEMENTS.map(async ({ name, input }) => ({
    name,
    pdf: await printStatement(typst, input),
  }));
  const town = { commune: 'Loray', code: '25349', at: [6.4967, 47.1531] as [number, number], parcels: 50 };
  const parcels = { name: '50-parcelles', pdf: await printStatement(typst, statementInput(undefined, placeIn(town))) };
  const logos = (['png', 'jpeg', 'gif'] as const).map((format) => withLogo(typst, format));
  const others = [bound(typst), receipt(typst), attestation(typst), terms(typst), letters(typst)];
  return [...(await Promise.all([...references, ...logos, ...others])), parcels];
}

async function withLogo(typst: Typst, format: 'png' | 'jpeg' | 'gif'): Promise<Printed> {
  const drawn = sharp({ create: { width: 640, height: 360, channels: 4, background: '#cc222280' } });
  const logo = await readPicture(await drawn.toFormat(format).toBuffer(), { width: 1_200, height: 600 });
  if (logo === null) throw new Error(`a logo in ${format} is refused`);
  const input = statementInput();
  const whole = { ...input, statement: { ...input.statement, hasLogo: true } };
  return { name: `logo-${format}`, pdf: await printStatement(typst, whole, { [LOGO_FILE]: logo.png }) };
}

/** With pages of the State's sheets and of a plan, which are a PDF of ours. */
async function bound(typst: Typst): Promise<Printed> {
  const input = statementInput(EVERYTHING_FACTS);
  const bytes = await printStatement(typst, statementInput());
  const pdf = {
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    obtainedAt: '2026-11-20T13:05:00Z',
  };
  const planDocuments = (['zonage', 'reglement'] as const).map((kind): PlanDocument => ({
    gasparId: '25DDT20080012',
    kind,
    number: 1,
    title: 'PPR inondation du Doubs central',
    pdf,
  }));
  const pdfPages = createPdfPages();
  const fiches = { find: async () => ({ pdf, from: 'Géorisques' }) };
  const given = { place: input.place, findings: input.findings, planDocuments, choices: [] };
  const { files, ...documents } = await bindDocuments({ pdfPages, fiches }, given);
  await pdfPages.close();
  if (documents.boundPages.length === 0) throw new Error('no page was bound');
  return { name: 'fiches-et-plans', pdf: await printStatement(typst, { ...input, ...documents }, files) };
}

async function receipt(typst: Typst): Promise<Printed> {
  const document = receiptDocument({
    id: '0e37df36-f698-4e53-8a07-64a0c11a0ce0',
    name: 'Élodie Nuñez',
    email: 'elodie@exemple.fr',
    acknowledgedAt: Temporal.Instant.from('2026-11-21T08:12:05.400Z'),
    owner: 'Agence du Canal',
    document: {
      reference: 'ERP-2026-000123',
      confirmedAddress: '4 Rue des Lilas 95190 Goussainville',
      typedAddress: '4 rue des lilas, Goussainville',
      commune: 'Goussainville',
      parcelCodes: null,
      type: 'Vente',
      issuedOn: Temporal.PlainDate.from('2026-10-01'),
      expiresOn: Temporal.PlainDate.from('2027-03-30'),
      specimen: false,
      sha256: '0123456789abcdef'.repeat(4),
      shortSha256: null,
      verificationUrl: 'https://clairisque.fr/verification/ERP-2026-000123',
    },
  });
  return { name: 'recu', pdf: await typst.render('receipt', document, {}) };
}

/** Where every heading is concerned: the longest list of sources. */
async function attestation(typst: Typst): Promise<Printed> {
  const { findings } = statementInput(EVERYTHING_FACTS);
  const reference = 'ERP-2026-000123-V1';
  const document = confirmationDocument({
    reference,
    checkedAt: new Date('2027-03-12T05:00:00Z'),
    expiresOn: Temporal.PlainDate.from('2027-03-30'),
    document: {
      reference: 'ERP-2026-000123',
      issuedOn: Temporal.PlainDate.from('2026-10-01'),
      sha256: '0123456789abcdef'.repeat(4),
      commune: 'Goussainville',
    },
    findings,
    specimen: false,
    verificationUrl: `https://clairisque.fr/verification/${reference}`,
  });
  return { name: 'attestation', pdf: await typst.render('confirmation', document, {}) };
}

async function terms(typst: Typst): Promise<Printed> {
  const sections = termsOf(publisherView(PLACEHOLDER_PUBLISHER));
  return {
    name: 'cgv',
    pdf: await typst.render('terms', buildTermsDocument({ version: TERMS_VERSION, sections }), {}),
  };
}

const isAccepted = (text: string): boolean => plainLetters(text) === text && undrawnLetter(text) === null;

/** Each accepted letter, in the faces of titles and of texts. */
async function letters(typst: Typst): Promise<Printed> {
  const all = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCodePoint(code));
  const drawn = all.filter((letter) => /[\p{L}\p{N}]/u.test(letter) && isAccepted(letter));
  const accents = Array.from({ length: 0x70 }, (_, rank) => `x${String.fromCodePoint(0x300 + rank)}`).filter(
    isAccepted,
  );
  const text = [...drawn, ...accents].join(' ');
  const sections = [{ title: text, paragraphs: [text], boxed: { title: 'Encadré', paragraphs: [text] } }];
  const document = buildTermsDocument({ version: TERMS_VERSION, sections });
  return { name: 'toutes-les-lettres', pdf: await typst.render('terms', document, {}) };
}
