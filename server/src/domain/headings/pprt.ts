import { enumeration } from '#domain/french.ts';
import type { Ppr } from '#domain/risks/facts.ts';
import { assessInForce } from '#domain/risks/ppr.ts';
import { rule } from '#domain/risks/rule.ts';
import { planHeading, type Plain } from './heading.ts';
import { inForce, PLANS_TO_VERIFY, TERMS_IN_FORCE } from './plans.ts';

/** R125-23, 1° code de l'environnement (since 01/01/2023): plans of technological risks, approved. */
export const pprt = planHeading({
  rule: rule({
    heading: 'pprt',
    title: 'Plan de prévention des risques technologiques (PPRT)',
    article: 'R. 125-23, 1° du code de l’environnement',
    facts: ['pprt'],
    assess: ({ pprt }, property) => assessInForce('pprt', pprt, property),
  }),
  sources: { pprt: 'Plans de prévention des risques technologiques' },
  shortTitle: 'Risques technologiques (PPRT)',
  concerned: ({ plans }) => technological(plans),
  notConcerned: () => 'Aucun plan approuvé ne touche le terrain.',
  whereToVerify: PLANS_TO_VERIFY,
  terms: [
    ...TERMS_IN_FORCE,
    {
      term: 'Délaissement, expropriation',
      text: 'Secteurs d’un PPRT où le propriétaire peut demander le rachat de son bien, ou s’en voir priver contre indemnité.',
    },
  ],
});

/** The zone's code proves this in law; the plan says the rest. */
const SECTEURS = {
  delaissement:
    'Secteur de délaissement : un droit de délaissement peut exister, dans un délai limité : à vérifier en mairie.',
  expropriation: 'Secteur d’expropriation : une expropriation peut être décidée : à vérifier en mairie.',
};

function technological(plans: Ppr[]): Plain {
  const plain = inForce('Risques technologiques', plans);
  const rules = new Set(plans.flatMap(({ zones }) => zones.map(({ rule }) => rule)));
  const secteurs = (['expropriation', 'delaissement'] as const).filter((rule) => rules.has(rule));
  if (secteurs.length === 0) return plain;
  const names = secteurs.map((rule) =>
    rule === 'delaissement' ? 'secteur de délaissement' : 'secteur d’expropriation',
  );
  return {
    ...plain,
    subject: `${enumeration(names)} — ${plain.subject}`.replace(/^s/u, 'S'),
    sentence: [...secteurs.map((rule) => SECTEURS[rule]), plain.sentence].filter(Boolean).join(' '),
  };
}
