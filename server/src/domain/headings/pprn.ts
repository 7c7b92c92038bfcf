import { assessInForce } from '#domain/risks/ppr.ts';
import { rule } from '#domain/risks/rule.ts';
import { planHeading } from './heading.ts';
import { inForce, PLANS_TO_VERIFY, TERMS_IN_FORCE } from './plans.ts';

/** R125-23, 2° code de l'environnement (since 01/01/2023): plans of natural risks, approved or applied by anticipation. */
export const pprn = planHeading({
  rule: rule({
    heading: 'pprn',
    title: 'Plan de prévention des risques naturels (PPRN)',
    article: 'R. 125-23, 2° du code de l’environnement',
    facts: ['pprn'],
    assess: ({ pprn }, property) => assessInForce('pprn', pprn, property),
  }),
  sources: { pprn: 'Plans de prévention des risques naturels' },
  shortTitle: 'Risques naturels (PPRN)',
  concerned: ({ plans }) => inForce('Risques naturels', plans),
  notConcerned: () => 'Aucun plan approuvé ou anticipé ne touche le terrain.',
  whereToVerify: PLANS_TO_VERIFY,
  terms: TERMS_IN_FORCE,
});
