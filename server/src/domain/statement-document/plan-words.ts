import type { Ppr } from '#domain/risks/facts.ts';
import { shortDate } from './text.ts';

/** Sentences beside the boxes of blocks A to C. */

export const zoneText = (zone: Ppr['zones'][number]): string =>
  [`zone ${zone.code}`, zone.name, zone.ruleLabel].filter(Boolean).join(' — ');

/** Treated as concerned when the source cannot locate the property (see `ppr.ts`). */
export function perimeterSentence(plan: Ppr): string {
  const identity = [plan.procedure, plan.gasparId && `n° Gaspar ${plan.gasparId}`].filter(Boolean).join(', ');
  const named = `plan « ${plan.name} » (${identity})`;
  return plan.zoned === true
    ? `L’immeuble est situé dans le périmètre du ${named}.`
    : `La commune compte le ${named} ; la source ne situe pas tout l’immeuble par rapport à son périmètre. Il est tenu pour concerné par prudence : à vérifier, puis cocher.`;
}

export function statusSentence(plan: Ppr): string {
  const label = {
    prescribed: 'Plan prescrit',
    anticipated: 'Plan appliqué par anticipation',
    approved: 'Plan approuvé',
    unknown: 'La donnée publique ne précise pas l’état de ce plan',
  }[plan.status];
  const date = plan.statusDate === null ? ', date non précisée' : ` le ${shortDate(plan.statusDate)}`;
  const revision = plan.underRevision ? ', en cours de révision' : '';
  return `${label}${plan.status === 'unknown' ? '' : date}${revision}.`;
}

/** The answer in words, and who gave it. */
export function declared(answer: boolean | null): string {
  if (answer === null) return 'À préciser par le propriétaire.';
  return answer ? 'Déclaration du propriétaire : oui.' : 'Déclaration du propriétaire : non.';
}
