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

it.each<{ name: string; page: Verification; verdict: FileVerdict; tone: string; title: string; says: RegExp }>([
  {
    name: 'the updated document itself',
    page: document(BASE, 'remplace', `${BASE}-A1`),
    verdict: AUTHENTIC,
    tone: 'warning',
    title: 'Fichier authentique, mais mis à jour depuis',
    says: /informations publiques ont changé depuis : demandez ERP-2026-000123-A1, mis à jour le 10\/01\/2027/,
  },
  {
    name: 'the renewed document itself, whose renewal was updated',
    page: document(BASE, 'remplace', `${BASE}-R1-A1`),
    verdict: AUTHENTIC,
    tone: 'warning',
    title: 'Fichier authentique, mais remplacé',
    says: /La version du 10\/01\/2027 le remplace/,
  },
  {
    name: 'the former edition, on the page of its update',
    page: document(`${BASE}-A2`, 'valide'),
    verdict: edition(document(BASE, 'remplace', `${BASE}-A2`)),
    tone: 'warning',
    title: 'Fichier authentique, mais mis à jour depuis',
    says: /que ERP-2026-000123-A2 met à jour : des informations publiques ont changé/,
  },
  {
    name: 'an update overtaken since, on the page of the first document',
    page: document(BASE, 'remplace', `${BASE}-A2`),
    verdict: edition(document(`${BASE}-A1`, 'remplace', `${BASE}-A2`)),
    tone: 'warning',
    title: 'Fichier authentique, mais mis à jour depuis',
    says: /C’est le PDF ERP-2026-000123-A1.* que ERP-2026-000123-A2 met à jour/,
  },
  {
    name: 'the newest, on the page of the first document',
    page: document(BASE, 'remplace', `${BASE}-A1`),
    verdict: edition(document(`${BASE}-A1`, 'valide')),
    tone: 'success',
    title: 'Fichier authentique, et plus récent',
    says: /qui met à jour ERP-2026-000123/,
  },
  {
    name: 'a renewal that has expired, on the page of the first document',
    page: document(BASE, 'remplace', `${BASE}-R1`),
    verdict: edition(document(`${BASE}-R1`, 'expire')),
    tone: 'warning',
    title: 'Fichier authentique, mais expiré',
    says: /valable jusqu’au 18\/05\/2027/,
  },
])('$name → said so', ({ page, verdict, says, ...expected }) => {
  const words = wordsOf(verdict, page);
  const html = renderToStaticMarkup(createElement(MemoryRouter, null, words.text));
  expect(words).toMatchObject({ tone: expected.tone, title: expected.title });
  expect(html.replaceAll(/<[^>]*>/g, '').replaceAll('\u00A0', ' ')).toMatch(says);
});
