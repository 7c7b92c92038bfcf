import type { Verification } from '@clairisque/contract/verification.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { FileVerdict } from './compare-file.ts';
import { wordsOf } from './file-verdict.tsx';

const BASE = 'ERP-2026-000123';
const document = (reference: string, etat: Verification['etat'], next?: string): Verification => ({
  reference,
  etat,
  emis_le: '2026-11-20',
  expire_le: '2027-05-18',
  specimen: false,
  remplace_par: next === undefined ? null : { reference: next, emis_le: '2027-01-10' },
  remplace: null,
  sha256: 'a'.repeat(64),
  attestation: null,
});
const AUTHENTIC: FileVerdict = { kind: 'authentic' };
const edition = (one: Verification): FileVerdict => ({ kind: 'other-edition', edition: one, isShort: false });

it.each<[string, Verification, FileVerdict, string, string, RegExp]>([
  [
    'the updated document itself',
    document(BASE, 'remplace', `${BASE}-A1`),
    AUTHENTIC,
    'warning',
    'Fichier authentique, mais mis à jour depuis',
    /informations publiques ont changé depuis : demandez ERP-2026-000123-A1, mis à jour le 10\/01\/2027/,
  ],
  [
    'the renewed document itself, whose renewal was updated',
    document(BASE, 'remplace', `${BASE}-R1-A1`),
    AUTHENTIC,
    'warning',
    'Fichier authentique, mais remplacé',
    /La version du 10\/01\/2027 le remplace/,
  ],
  [
    'the former edition, on the page of its update',
    document(`${BASE}-A2`, 'valide'),
    edition(document(BASE, 'remplace', `${BASE}-A2`)),
    'warning',
    'Fichier authentique, mais mis à jour depuis',
    /que ERP-2026-000123-A2 met à jour : des informations publiques ont changé/,
  ],
  [
    'an update overtaken since, on the page of the first document',
    document(BASE, 'remplace', `${BASE}-A2`),
    edition(document(`${BASE}-A1`, 'remplace', `${BASE}-A2`)),
    'warning',
    'Fichier authentique, mais mis à jour depuis',
    /C’est le PDF ERP-2026-000123-A1.* que ERP-2026-000123-A2 met à jour/,
  ],
  [
    'the newest, on the page of the first document',
    document(BASE, 'remplace', `${BASE}-A1`),
    edition(document(`${BASE}-A1`, 'valide')),
    'success',
    'Fichier authentique, et plus récent',
    /qui met à jour ERP-2026-000123/,
  ],
  [
    'a renewal that has expired, on the page of the first document',
    document(BASE, 'remplace', `${BASE}-R1`),
    edition(document(`${BASE}-R1`, 'expire')),
    'warning',
    'Fichier authentique, mais expiré',
    /valable jusqu’au 18\/05\/2027/,
  ],
])('%s → said so', (_, page, verdict, tone, title, text) => {
  const words = wordsOf(verdict, page);
  const html = renderToStaticMarkup(createElement(MemoryRouter, null, words.text));
  expect(words).toMatchObject({ tone, title });
  expect(html.replaceAll(/<[^>]*>/g, '').replaceAll('\u00A0', ' ')).toMatch(text);
});
