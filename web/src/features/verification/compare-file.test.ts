import type { Verification } from '@clairisque/contract/verification.ts';
import { describe, expect, it } from 'vitest';
import { compareFile, isPdf, referenceIn } from './compare-file.ts';

const fileOf = (...parts: (string | Uint8Array<ArrayBuffer>)[]): File => new File(parts, 'etat.pdf');
const LINK = '/URI (https://clairisque.fr/verification/ERP-2026-000123)';

describe('a received file', () => {
  it('its reference, from its links; only ours', async () => {
    expect(await referenceIn(fileOf('%PDF-1.7\n', LINK))).toBe('ERP-2026-000123');
    const title = (words: string) => `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${words}</rdf:li>`;
    const ofAttestation = title('Attestation de v\u00E9rification ERP-2026-000123-R1-A1-V2');
    expect(await referenceIn(fileOf('%PDF-1.7\n', ofAttestation))).toBe('ERP-2026-000123-R1-A1-V2');
    for (const content of [
      title('ERP-2026-1'),
      title(`${'x'.repeat(201)} ERP-2026-000123-V1`),
      'ERP-2026-000123-V1',
      '',
      'x',
      '/verification/)',
      '/verification/../../etc)',
      '/verification/<script>)',
      '/verification/ERP-1)',
    ]) {
      expect(await referenceIn(fileOf(content))).toBeNull();
    }
  });

  it.each([
    ['a link three hundred thousand times begun', '/verification/'.repeat(300_000)],
    ['a name of five million letters', `/verification/${'A'.repeat(5_000_000)})`],
    ['nested dictionaries without an end', '<<'.repeat(2_000_000)],
    ['a title half a million times begun', '<dc:title>ERP-'.repeat(500_000)],
    ['five million zeros', new Uint8Array(5_000_000)],
  ])('%s → read in a bounded time', async (_, content) => {
    const before = process.threadCpuUsage();
    expect(await referenceIn(fileOf('%PDF-1.7\n', content))).toBeNull();
    // Processor time: a search that restarts from each beginning would take minutes.
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(4_000);
  });
});

it('a PDF is known by its beginning', async () => {
  expect(await isPdf(fileOf('%PDF-1.4'))).toBe(true);
  for (const content of ['', '%PD', 'PK\u0003\u0004', '<html>%PDF-1.4'])
    expect(await isPdf(fileOf(content))).toBe(false);
});

describe('a file of the document', () => {
  const WHOLE = '%PDF-1.7 the whole';
  const SHORT = '%PDF-1.7 the short version';
  const sha256 = async (text: string): Promise<string> =>
    Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex');

  it.each([
    [WHOLE, 'authentic'],
    [SHORT, 'short-version'],
    [`%PDF-1.7 another ${LINK}`, 'modified'],
    [`%PDF-1.7 another ${LINK.replace('123)', '123-R1)')}`, 'modified'],
    ['%PDF-1.7 another', 'foreign'],
    ['<html>', 'not-pdf'],
  ] as const)('« %s » → %s', async (content, kind) => {
    const document: Verification = {
      reference: 'ERP-2026-000123',
      etat: 'valide',
      emis_le: '2026-11-20',
      expire_le: '2027-05-19',
      specimen: false,
      remplace_par: null,
      remplace: null,
      sha256: await sha256(WHOLE),
      sha256_remise: await sha256(SHORT),
      attestation: null,
    };
    expect(await compareFile(fileOf(content), document)).toEqual({ kind });
  });
});
