import type { Ppr } from '#domain/risks/facts.ts';
import { assessPrescribed } from '#domain/risks/ppr.ts';
import { rule } from '#domain/risks/rule.ts';
import { shortDate } from '#domain/printing/text.ts';
import { planHeading } from './heading.ts';
import { about, doubt, ground, PLAN_TERMS } from './plans.ts';
import { pprm } from './pprm.ts';
import { pprn } from './pprn.ts';
import { pprt } from './pprt.ts';

/** R125-23, 4° code de l'environnement (since 01/01/2023): plans prescribed and not yet approved. */
export const pprPrescrit = planHeading({
  rule: rule({
    heading: 'ppr-prescrit',
    title: 'Plan de prévention des risques prescrit',
    article: 'R. 125-23, 4° du code de l’environnement',
    facts: ['pprn', 'pprm', 'pprt'],
    assess: ({ pprn, pprm, pprt }, property) => assessPrescribed([...pprn, ...pprm, ...pprt], property),
  }),
  sources: { ...pprn.sources, ...pprm.sources, ...pprt.sources },
  shortTitle: 'Plan prescrit, en préparation',
  concerned: ({ plans }) => ({
    subject: about('Plan en préparation', plans),
    sentence: doubt(plans, PRESCRIBED_DOUBT),
    position: ground(plans),
  }),
  notConcerned: ({ pending }) =>
    pending.length === 0 ? 'Aucun plan en préparation n’est recensé ici.' : pending.map(pendingDoubt).join(' '),
  whereToVerify: 'auprès de la préfecture',
  terms: PLAN_TERMS,
});

const PRESCRIBED_DOUBT = 'La source ne donne pas le périmètre : le bien est tenu pour concerné par prudence.';

const pendingDoubt = ({ name, prescribedDate }: Ppr): string =>
  `Le plan « ${name} » ${prescribedDate === null ? 'est en révision' : `fait l’objet d’une prescription du ${shortDate(prescribedDate)}`} : à vérifier auprès de la préfecture.`;
