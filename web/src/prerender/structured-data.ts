import { QUESTION_GROUPS } from '#pages/help/questions.ts';
import { formatEuros, PACKS } from '#lib/packs.ts';
import { typeset } from '#lib/typeset.ts';
import { paths } from '#paths.ts';

/** Placeholder of the site's URL in prerendered pages: known when they are served, not at build time. */
export const PUBLIC_URL = '__PUBLIC_URL__';

const ORGANIZATION = {
  '@context': 'https://schema.org',
  '@type': 'Organization',
  '@id': `${PUBLIC_URL}/#organisation`,
  name: 'Clairisque',
  url: `${PUBLIC_URL}/`,
  logo: `${PUBLIC_URL}/icone-512.png`,
};

const PRODUCT = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'État des risques',
  description:
    'État des risques réglementaire d’un bien immobilier et état des nuisances sonores aériennes, en PDF, d’après les sources officielles.',
  image: `${PUBLIC_URL}/partage.jpg`,
  brand: { '@type': 'Brand', name: 'Clairisque' },
  offers: PACKS.map(({ code, credits, priceCents }) => ({
    '@type': 'Offer',
    sku: code,
    name: `${credits} ${credits > 1 ? 'crédits' : 'crédit'}, ${formatEuros(priceCents)} TTC`,
    price: (priceCents / 100).toFixed(2),
    priceCurrency: 'EUR',
    availability: 'https://schema.org/InStock',
    url: `${PUBLIC_URL}${paths.prices}`,
    seller: { '@id': ORGANIZATION['@id'] },
  })),
};

const FAQ = {
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: QUESTION_GROUPS.flatMap(({ questions }) =>
    questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: typeset(question),
      acceptedAnswer: { '@type': 'Answer', text: answer.map(typeset).join('\n') },
    })),
  ),
};

/** Description of a public page in schema.org's vocabulary. */
export function structuredData(path: string): object[] {
  if (path === paths.home) return [ORGANIZATION, PRODUCT];
  if (path === paths.prices) return [PRODUCT];
  if (path === paths.help) return [FAQ];
  return [];
}
