import { assessInForce } from '#domain/risks/ppr.ts';
import { rule } from '#domain/risks/rule.ts';
import { planHeading } from './heading.ts';
import { inForce, PLANS_TO_VERIFY, TERMS_IN_FORCE } from './plans.ts';

/** R125-23, 3° code de l'environnement (since 01/01/2023): plans of mining risks, approved or applied by anticipation. */
export const pprm = planHeading({
  rule: rule({
    heading: 'pprm',
    title: 'Plan de prévention des risques miniers (PPRM)',
    article: 'R. 125-23, 3° du code de l’environnement',
    facts: ['pprm'],
    assess: ({ pprm }, property) => assessInForce('pprm', pprm, property),
  }),
  sources: { pprm: 'Plans de prévention des risques miniers' },
  shortTitle: 'Risques miniers (PPRM)',
  concerned: ({ plans }) => inForce('Risques miniers', plans),
  notConcerned: () => 'Aucun plan approuvé ou anticipé ne touche le terrain.',
  whereToVerify: PLANS_TO_VERIFY,
  terms: TERMS_IN_FORCE,
});
