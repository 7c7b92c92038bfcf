import { enumeration } from '#domain/french.ts';
import { hazardNames } from '#domain/printing/hazards.ts';
import type { Ppr } from '#domain/risks/facts.ts';
import type { Plain, Term } from './heading.ts';

/** Words of the four headings of plans. */

export function inForce(kind: string, plans: Ppr[]): Plain {
  return {
    subject: about(kind, plans),
    sentence: doubt(plans, inForceDoubt(plans)),
    position: ground(plans),
  };
}

function inForceDoubt(plans: Ppr[]): string {
  const open = plans.filter(({ zoned }) => zoned !== true);
  if (!open.every(({ isUndrawn }) => isUndrawn)) return IN_FORCE_DOUBT;
  const of = `${open.length > 1 ? 'des plans' : 'du plan'} ${enumeration(open.map(({ name }) => `« ${name} »`))}`;
  return `Aucune source consultée ne publie les zones ${of} : le bien est tenu pour concerné par prudence.`;
}

const IN_FORCE_DOUBT =
  'La source ne dit pas si tout le terrain est dans une zone du plan : il est tenu pour concerné par prudence.';
export const doubt = (plans: Ppr[], words: string): string => (plans.every(({ zoned }) => zoned === true) ? '' : words);

export function ground(plans: Ppr[]): string {
  if (plans.every(({ zoned }) => zoned === true)) return 'terrain touché';
  return plans.some(({ zoned }) => zoned === true) ? 'terrain touché, en partie à vérifier' : 'position à vérifier';
}

/** « Risques naturels : inondation, remontée de nappe » */
export function about(kind: string, plans: Ppr[]): string {
  const hazards = [...new Set(plans.flatMap(hazardNames))];
  return hazards.length === 0 ? kind : `${kind} : ${hazards.join(', ')}`;
}

export const PLANS_TO_VERIFY = 'sur la carte du plan, en mairie ou en préfecture';

/** For any plan, then for those in force. */
export const PLAN_TERMS: Term[] = [
  {
    term: 'Aléa',
    text: 'Phénomène qui peut se produire en un lieu : crue, séisme, glissement. Le risque suppose qu’il y ait là des personnes ou des biens.',
  },
  {
    term: 'Arrêté préfectoral',
    text: 'Décision du préfet : elle prescrit, approuve ou révise un plan de prévention.',
  },
  {
    term: 'PPR',
    text: 'Plan de prévention des risques : naturels (PPRN), miniers (PPRM) ou technologiques (PPRT).',
  },
];
export const TERMS_IN_FORCE: Term[] = [
  ...PLAN_TERMS,
  {
    term: 'Règlement',
    text: 'Partie écrite d’un plan : ce qui est interdit, permis ou prescrit dans chaque zone.',
  },
];
