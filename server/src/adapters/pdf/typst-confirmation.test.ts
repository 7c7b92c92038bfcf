import { Temporal } from 'temporal-polyfill';
import { afterAll, expect, it } from 'vitest';
import type { Facts } from '#domain/risks/facts.ts';
import { confirmationDocument } from '#domain/statement-document/confirmation-document.ts';
import { EVERYTHING_FACTS, NOTHING_FACTS, statementInput, TYPICAL_FACTS } from '#test/statement-input.ts';
import { createTypst } from './typst.ts';

const typst = createTypst({ children: 1 });
afterAll(() => typst.close());

const LONGEST_PLACE = 'Saint-Germain-de-Tallevende-la-Lande-Vaumont et communes voisines'.repeat(3);

const print = (facts: Facts, sources: number): Promise<Buffer> => {
  const { findings } = statementInput(facts);
  const many = Object.fromEntries(
    Object.entries(findings).map(([heading, finding]) => [
      heading,
      {
        ...finding,
        provenances: Array.from({ length: sources }, (_, rank) => ({
          source: 'essai',
          label: `Géorisques, plans de prévention des risques, zone ${rank}`,
          obtainedAt: '2027-03-12T05:00:00Z',
        })),
      },
    ]),
  ) as unknown as typeof findings;
  const reference = 'ERP-2026-000123-V1';
  const content = confirmationDocument({
    reference,
    checkedAt: new Date('2027-03-12T05:00:00Z'),
    expiresOn: Temporal.PlainDate.from('2027-03-30'),
    document: {
      reference: 'ERP-2026-000123',
      issuedOn: Temporal.PlainDate.from('2026-10-01'),
      sha256: '0123456789abcdef'.repeat(4),
      commune: LONGEST_PLACE,
    },
    findings: sources === 0 ? findings : many,
    specimen: true,
    verificationUrl: `https://clairisque.fr/verification/${reference}`,
  });
  return typst.render('confirmation', content, {});
};

it.each([
  ['nothing is concerned', NOTHING_FACTS, 0],
  ['the usual headings are', TYPICAL_FACTS, 0],
  ['every heading is', EVERYTHING_FACTS, 0],
  ['every heading has two sources of long names', EVERYTHING_FACTS, 2],
])('an attestation is one page where %s', async (_, facts, sources) => {
  const pdf = await print(facts, sources);
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/gu)).toHaveLength(1);
});
