import {
  COMPULSORY_HEADINGS,
  INFORMATIVE_HEADINGS,
  type InformativeHeading,
} from '@clairisque/contract/common/headings.ts';
import type { Findings } from '#domain/risks/findings.ts';
import type { Term } from './heading.ts';
import { HEADINGS } from './headings.ts';

const INFORMATIVE: Partial<Record<InformativeHeading, Term[]>> = {
  casias: [
    {
      term: 'CASIAS',
      text: 'Carte des anciens sites industriels et activités de service, tenue par l’État.',
    },
  ],
  catnat: [
    {
      term: 'CATNAT',
      text: 'Reconnaissance par arrêté de l’état de catastrophe naturelle dans une commune ; elle ouvre droit à indemnisation par l’assurance.',
    },
  ],
  icpe: [
    {
      term: 'ICPE',
      text: 'Installation classée pour la protection de l’environnement : usine, élevage ou dépôt que l’État surveille. Seveso : les plus dangereuses.',
    },
  ],
  argiles: [
    {
      term: 'Retrait-gonflement',
      text: 'Mouvement du sol argileux, qui se tasse en séchant et gonfle en s’humidifiant ; il fissure les maisons.',
    },
  ],
};

/** The legal terms that a reader may meet for the first time, of what concerns this property, in alphabetical order. */
export function glossary(findings: Findings): Term[] {
  const terms = [
    ...COMPULSORY_HEADINGS.map((heading) => ({ heading, own: HEADINGS[heading].terms })),
    ...INFORMATIVE_HEADINGS.map((heading) => ({ heading, own: INFORMATIVE[heading] ?? [] })),
  ].flatMap(({ heading, own }) => (findings[heading].state === 'concerned' ? own : []));
  return [...new Map(terms.map((one) => [one.term, one])).values()].toSorted((one, other) =>
    one.term.localeCompare(other.term, 'fr'),
  );
}
