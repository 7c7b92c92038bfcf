import type { Entry } from './words-entry.ts';

const MAP = 'Regardez la carte du plan, en mairie, en préfecture ou sur www.georisques.gouv.fr.';
const RULES = 'Le règlement du plan se lit en mairie, en préfecture ou sur www.georisques.gouv.fr.';

/** Rows of blocks A to C, by the words that they print. */
export const PLAN_ENTRIES: Entry[] = [
  {
    on: /^L’immeuble est situé dans le périmètre d’un PPR (?:naturel|minier)/u,
    slug: 'perimetre',
    label: 'Le bien est-il dans le périmètre de ce plan ?',
    help: `${MAP} « Oui » si la parcelle, même en partie, est à l’intérieur du trait.`,
  },
  {
    on: /PPR technologique prescrit et non encore approuvé/u,
    slug: 'perimetre-prescrit',
    label: 'Le bien est-il dans le périmètre d’un plan technologique prescrit, pas encore approuvé ?',
    help: `${MAP} Un plan prescrit est à l’étude : son périmètre est déjà dessiné.`,
  },
  {
    on: /PPR technologique approuvé/u,
    slug: 'perimetre-approuve',
    label: 'Le bien est-il dans le périmètre d’un plan technologique approuvé ?',
    help: `${MAP} « Oui » si la parcelle, même en partie, est à l’intérieur du trait.`,
  },
  {
    on: /^État du plan$/u,
    slug: 'etat-plan',
    label: 'Où en est ce plan ?',
    help: `L’arrêté qui l’accompagne le dit. ${RULES}`,
    who: 'mandataire',
    several: true,
  },
  {
    on: /^Risques (?:naturels|miniers|technologiques) pris en considération$/u,
    slug: 'risques',
    label: 'Quels risques ce plan prend-il en considération ?',
    help: RULES,
    who: 'mandataire',
    several: true,
  },
  {
    on: /secteur d’expropriation ou de délaissement/u,
    slug: 'secteur',
    label: 'Le bien est-il dans un secteur d’expropriation ou de délaissement ?',
    help: `${MAP} La mairie le confirme.`,
  },
  {
    on: /^L’immeuble est situé en zone de prescription/u,
    slug: 'zone-prescription',
    label: 'Le bien est-il dans une zone où ce plan impose des travaux ?',
    help: RULES,
  },
  {
    on: /^L’immeuble est concerné par des prescriptions de travaux dans le règlement du plan/u,
    slug: 'travaux',
    label: 'Le règlement de ce plan impose-t-il des travaux dans le bien ?',
    help: `Par exemple un étage refuge, des batardeaux, des vitrages renforcés. ${RULES}`,
  },
  {
    on: /les travaux prescrits ont été réalisés$/u,
    in: 'bruit',
    slug: 'travaux-realises',
    label: 'Les travaux d’insonorisation sont-ils faits ?',
    help: '« Oui » s’ils sont tous terminés.',
    who: 'proprietaire',
    mayChange: true,
    onlyIf: { slug: 'insonorisation', value: 'oui' },
  },
  {
    on: /les travaux prescrits ont été réalisés$/u,
    slug: 'travaux-realises',
    label: 'Les travaux que ce plan impose sont-ils faits ?',
    help: '« Oui » s’ils sont tous terminés. Les factures le prouvent.',
    who: 'proprietaire',
    mayChange: true,
    onlyIf: { slug: 'travaux', value: 'oui' },
  },
  {
    on: /^Si elle ne concerne pas un logement/u,
    slug: 'information-jointe',
    label: 'L’information sur les risques technologiques est-elle jointe à l’acte ou au contrat ?',
    help: 'À dire seulement pour un bien qui n’est pas un logement : sinon, « sans objet ».',
    who: 'mandataire',
    notApplicable: true,
  },
];
