import { capitalised, enumeration } from '#domain/french.ts';
import { oneCommune } from '#domain/property/place-in-words.ts';
import { communesOf, type Place } from '#domain/geometry/place.ts';
import type { Ppr } from '#domain/risks/facts.ts';
import { shortDate } from '#domain/printing/text.ts';

/** Sentences beside the boxes of blocks A to C. */

export const zoneText = (zone: Ppr['zones'][number]): string =>
  [`zone ${zone.code}`, zone.name, zone.ruleLabel].filter(Boolean).join(' — ');

/** Treated as concerned when the source cannot locate the property (see `ppr.ts`). */
export function perimeterSentence(plan: Ppr, place: Place): string {
  const identity = [plan.procedure, plan.gasparId && `n° Gaspar ${plan.gasparId}`].filter(Boolean).join(', ');
  const named = `plan « ${plan.name} » (${identity})`;
  return plan.zoned === true
    ? `L’immeuble est situé dans le périmètre du ${named}.`
    : `${capitalised(oneCommune(communesOf(place).length > 1))} compte le ${named} ; ${unknownPosition(plan)}. L’immeuble est tenu pour concerné par prudence : à vérifier, puis cocher.`;
}

function unknownPosition({ isUndrawn, status }: Ppr): string {
  if (isUndrawn) return 'ses zones ne sont publiées par aucune des sources consultées';
  return status === 'prescribed'
    ? 'la source n’en donne pas le périmètre mis à l’étude'
    : 'la source ne situe pas tout l’immeuble par rapport à son périmètre';
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

/** Zones of the property where the règlement requires works; null when the source names none, which proves nothing. */
export function requiredWorks({ name, zones }: Ppr): string | null {
  const required = zones.filter(({ works }) => works === true);
  if (required.length === 0) return null;
  const codes = [...new Set(required.map((zone) => zone.code || zone.name || 'sans nom'))];
  const where = `${codes.length === 1 ? 'la zone' : 'les zones'} ${enumeration(codes)}`;
  return `Selon le zonage publié, le règlement du plan « ${name} » prescrit des travaux dans ${where}, où se trouve le bien`;
}

/** What the owner has not confirmed yet, or denies. */
export function declaredWorks(plan: Ppr, answer: boolean | null): string {
  const published = requiredWorks(plan);
  if (published === null || answer === true) return declared(answer);
  return answer === null
    ? `${published} : à confirmer par le propriétaire.`
    : `${declared(answer)} ${published} : à vérifier dans le règlement.`;
}

/** The answer in words, and who gave it. */
export function declared(answer: boolean | null): string {
  if (answer === null) return 'À préciser par le propriétaire.';
  return answer ? 'Déclaration du propriétaire : oui.' : 'Déclaration du propriétaire : non.';
}
