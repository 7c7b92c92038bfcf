import { expect, it } from 'vitest';
import { Temporal } from 'temporal-polyfill';
import { receiptDocument, type HandoverReceipt } from './receipt-document.ts';

const RECEIPT: HandoverReceipt = {
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
};

it('states who, what, when in Paris, the hash, and how to check', () => {
  const document = receiptDocument(RECEIPT);
  expect(document.number).toBe('REC-2026-0E37DF36F698');
  expect(document.lead).toBe(
    'Élodie Nuñez a déclaré avoir reçu l’état des risques ERP-2026-000123 le 21\u00A0novembre\u00A02026 à 09\u00A0h\u00A012\u00A0min\u00A005\u00A0s, heure de Paris (UTC+1).',
  );
  expect(document.fingerprint.groups.join('')).toBe(RECEIPT.document.sha256);
  const words = JSON.stringify(document.sections);
  expect(words).toContain(RECEIPT.document.verificationUrl);
  expect(words).toContain('L.\u00A0125-5 et R.\u00A0125-25 du code de l’environnement, le vendeur');
});

it('names the version handed over and the hash of each file, unless it is the whole document alone', () => {
  const { document: whole } = RECEIPT;
  const shortSha256 = 'fedcba9876543210'.repeat(4);
  const saidOf = (document: HandoverReceipt['document']) => {
    const { facts, fingerprint, sections } = receiptDocument({ ...RECEIPT, document });
    const version = facts.find(({ label }) => label === 'Remis')?.text;
    return { version, label: fingerprint.label, hash: fingerprint.groups.join(''), words: JSON.stringify(sections) };
  };
  expect(saidOf(whole)).toMatchObject({ version: undefined, label: 'Empreinte SHA-256 du fichier remis' });
  expect(saidOf(whole).words).not.toMatch(/courte/);
  expect(saidOf({ ...whole, sha256: shortSha256, shortSha256 })).toMatchObject({
    version: 'La version courte, sans annexes',
    label: 'Empreinte SHA-256 de la version courte remise',
    hash: shortSha256,
    words: expect.not.stringContaining('courte'),
  });
  expect(saidOf({ ...whole, shortSha256 })).toMatchObject({
    version: 'Le document complet, et sa version courte',
    label: 'Empreinte SHA-256 du document complet remis',
    hash: whole.sha256,
    words: expect.stringContaining(shortSha256.match(/.{8}/g)?.join(' ') ?? '?'),
  });
});

it('the confirmed address is the property’s', () => {
  expect(receiptDocument(RECEIPT).facts).toContainEqual({
    label: 'Immeuble',
    text: '4 Rue des Lilas 95190 Goussainville',
  });
});

it('any other address is only declared, beside the commune of the cadastre', () => {
  const { facts } = receiptDocument({ ...RECEIPT, document: { ...RECEIPT.document, confirmedAddress: null } });
  expect(facts).toContainEqual({ label: 'Adresse déclarée', text: '4 rue des lilas, Goussainville' });
  expect(facts).toContainEqual({ label: 'Commune', text: 'Goussainville, d’après le cadastre' });
  expect(facts.map(({ label }) => label)).not.toContain('Immeuble');
});

it('a lease is printed as a lease, a specimen as a specimen', () => {
  const document = receiptDocument({ ...RECEIPT, document: { ...RECEIPT.document, type: 'Location', specimen: true } });
  expect(JSON.stringify(document.sections)).not.toMatch(/vente|vendeur|acquéreur/);
  expect(document.running.specimen).toMatch(/^SPÉCIMEN/);
});

it.each([
  [
    '2026-10-25T00:30:00Z',
    '25\u00A0octobre\u00A02026 à 02\u00A0h\u00A030\u00A0min\u00A000\u00A0s, heure de Paris (UTC+2)',
  ],
  [
    '2026-10-25T01:30:00Z',
    '25\u00A0octobre\u00A02026 à 02\u00A0h\u00A030\u00A0min\u00A000\u00A0s, heure de Paris (UTC+1)',
  ],
  [
    '2027-12-31T23:00:00Z',
    '1er\u00A0janvier\u00A02028 à 00\u00A0h\u00A000\u00A0min\u00A000\u00A0s, heure de Paris (UTC+1)',
  ],
])('%s → « %s »', (instant, expected) => {
  expect(receiptDocument({ ...RECEIPT, acknowledgedAt: Temporal.Instant.from(instant) }).lead).toContain(expected);
});
