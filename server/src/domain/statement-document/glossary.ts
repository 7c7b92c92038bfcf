import type { Heading } from '@clairisque/contract/common/headings.ts';
import type { Findings } from '#domain/risks/findings.ts';
import { PART } from '#domain/printing/parts.ts';

type Term = { term: string; text: string; of: Heading[] };

/** Legal terms that a reader may meet for the first time, in alphabetical order. */
const GLOSSARY: Term[] = [
  {
    term: 'Aléa',
    text: 'Phénomène qui peut se produire en un lieu : crue, séisme, glissement. Le risque suppose qu’il y ait là des personnes ou des biens.',
    of: ['pprn', 'pprm', 'pprt', 'ppr-prescrit'],
  },
  {
    term: 'Arrêté préfectoral',
    text: 'Décision du préfet : elle prescrit, approuve ou révise un plan de prévention.',
    of: ['pprn', 'pprm', 'pprt', 'ppr-prescrit'],
  },
  {
    term: 'CASIAS',
    text: 'Carte des anciens sites industriels et activités de service, tenue par l’État.',
    of: ['casias'],
  },
  {
    term: 'CATNAT',
    text: 'Reconnaissance par arrêté de l’état de catastrophe naturelle dans une commune ; elle ouvre droit à indemnisation par l’assurance.',
    of: ['catnat'],
  },
  {
    term: 'Délaissement, expropriation',
    text: 'Secteurs d’un PPRT où le propriétaire peut demander le rachat de son bien, ou s’en voir priver contre indemnité.',
    of: ['pprt'],
  },
  {
    term: 'ENSA',
    text: `État des nuisances sonores aériennes : la partie ${PART.noise} de ce document.`,
    of: ['bruit'],
  },
  {
    term: 'ICPE',
    text: 'Installation classée pour la protection de l’environnement : usine, élevage ou dépôt que l’État surveille. Seveso : les plus dangereuses.',
    of: ['icpe'],
  },
  {
    term: 'Lden',
    text: 'Indice de bruit qui pèse davantage le soir et la nuit, en décibels. Les plans antérieurs à 2002 emploient l’indice psophique, sans unité.',
    of: ['bruit'],
  },
  { term: 'OLD', text: 'Obligation légale de débroussaillement.', of: ['debroussaillement'] },
  { term: 'PEB', text: 'Plan d’exposition au bruit d’un aérodrome.', of: ['bruit'] },
  {
    term: 'PPR',
    text: 'Plan de prévention des risques : naturels (PPRN), miniers (PPRM) ou technologiques (PPRT).',
    of: ['pprn', 'pprm', 'pprt', 'ppr-prescrit'],
  },
  {
    term: 'Préfiguration',
    text: 'Carte provisoire du recul du trait de côte, dans l’attente du document d’urbanisme.',
    of: ['trait-de-cote'],
  },
  {
    term: 'Règlement',
    text: 'Partie écrite d’un plan : ce qui est interdit, permis ou prescrit dans chaque zone.',
    of: ['pprn', 'pprm', 'pprt'],
  },
  {
    term: 'Retrait-gonflement',
    text: 'Mouvement du sol argileux, qui se tasse en séchant et gonfle en s’humidifiant ; il fissure les maisons.',
    of: ['argiles'],
  },
  { term: 'SIS', text: 'Secteur d’information sur les sols : terrain dont l’État connaît la pollution.', of: ['sis'] },
  { term: 'Trait de côte', text: 'Limite entre la terre et la mer à marée haute.', of: ['trait-de-cote'] },
];

/** Only the terms that concern this property. */
export const glossary = (findings: Findings): { term: string; text: string }[] =>
  GLOSSARY.filter(({ of }) => of.some((heading) => findings[heading].state === 'concerned')).map(({ term, text }) => ({
    term,
    text,
  }));
