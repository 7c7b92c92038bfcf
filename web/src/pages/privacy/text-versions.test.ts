import { createHash } from 'node:crypto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { PRIVACY_VERSION } from './personal-data.ts';
import { PrivacyPage } from './privacy-page.tsx';

const PUBLISHER = {
  nom: 'Essai',
  adresse: '1 rue Battant, 25000 Besançon',
  email: 'contact@essai.fr',
  telephone: '03 81 00 00 00',
  hebergeur: { nom: 'Hébergeur' },
};

/** Versions that were shown, newest last. A line is never changed: another wording is another version. */
const SHOWN: Record<string, string> = {
  '2026-11-28': '2f074d08bcd2cfd004e33a59e548ebdc705e62250cae239507bcc564c236d84b',
  '2026-11-29': '2692ec0877081aa207fc9a8c4743c69d69ab339486c51d400209203a6db94dd2',
  '2026-11-30': 'ec41332b1952ae0a896e0db2e578b9ee875a8d1c4fd8519308784011800a0e3b',
};

function wordsWith(recipients: { messagerie: string | null; matomo: string | null }): string {
  const client = new QueryClient();
  client.setQueryData(['editeur'], { ...PUBLISHER, ...recipients });
  const page = createElement(MemoryRouter, null, createElement(PrivacyPage));
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, page));
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

// Where it fails: give PRIVACY_VERSION the day of the change, and add its line.
it('the wording of the privacy page → that of its version, the latest', () => {
  const words = [
    wordsWith({ messagerie: 'Courrier', matomo: 'stats.essai.fr' }),
    wordsWith({ messagerie: null, matomo: null }),
  ];
  expect(createHash('sha256').update(words.join('\n')).digest('hex')).toBe(SHOWN[PRIVACY_VERSION]);
  expect(Object.keys(SHOWN).toSorted().at(-1)).toBe(PRIVACY_VERSION);
});

it('the controller, those who act for it, and the Matomo server when there is one → named', () => {
  const words = wordsWith({ messagerie: 'Courrier', matomo: 'stats.essai.fr' });
  for (const named of [
    'Essai, 1 rue Battant',
    'contact@essai.fr',
    'Hébergeur',
    'Courrier',
    'stats.essai.fr',
    'Stripe',
  ]) {
    expect(words).toContain(named);
  }
  expect(wordsWith({ messagerie: null, matomo: null })).not.toContain('Matomo');
});
