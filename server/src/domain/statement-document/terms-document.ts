import type { TermsSection } from '@clairisque/contract/common/terms.ts';
import { Temporal } from 'temporal-polyfill';
import { longFrenchDate } from '#domain/french.ts';

/** Input of `templates/terms/main.typ`. */
export type TermsDocument = {
  title: string;
  /** « 21 novembre 2026 » */
  version: string;
  createdAt: { year: number; month: number; day: number; hour: number; minute: number; second: number };
  running: { title: string; reference: string; place: string; specimen: null };
  logo: null;
  sections: { number: number; title: string; paragraphs: readonly string[]; boxed: readonly string[] }[];
};

/** The terms of sale of that version (`AAAA-MM-JJ`). Deterministic: the same version gives the same bytes. */
export function buildTermsDocument(terms: { version: string; sections: readonly TermsSection[] }): TermsDocument {
  const { year, month, day } = Temporal.PlainDate.from(terms.version);
  return {
    title: 'Conditions générales de vente',
    version: longFrenchDate(terms.version),
    createdAt: { year, month, day, hour: 0, minute: 0, second: 0 },
    running: {
      title: 'Conditions générales de vente',
      reference: `Version ${terms.version}`,
      place: 'Clairisque, états des risques réglementés',
      specimen: null,
    },
    logo: null,
    sections: terms.sections.map(({ title, paragraphs, boxed }, index) => ({
      number: index + 1,
      title,
      paragraphs,
      boxed: boxed?.paragraphs ?? [],
    })),
  };
}
