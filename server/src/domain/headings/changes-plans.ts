import type { Ppr, PprStatus } from '#domain/risks/facts.ts';
import type { Finding, Findings } from '#domain/risks/findings.ts';
import { isNewlyDoubted } from './comparison.ts';
import { enumeration, frenchDate } from '#domain/french.ts';

/**
 * Changes among the plans de prévention that concern the property, in force or only prescribed (R125-23, 1° to 4°).
 * Plans are compared by GASPAR number, even if their family has changed.
 */
export function planChanges(before: Findings, now: Findings): string[] {
  const [were, are] = [concerningPlans(before), concerningPlans(now)];
  const appeared = [...are].filter(([key]) => !were.has(key)).map(([, plan]) => appearance(plan));
  // Of a heading that no source settles now, none is said to be gone.
  const vanished = [...were]
    .filter(([key, { family }]) => !are.has(key) && now[family].details !== null)
    .map(([, plan]) => vanishing(plan));
  const altered = [...are].flatMap(([key, plan]) => {
    const former = were.get(key);
    return former === undefined ? [] : alterations(former, plan);
  });
  const changes = [...appeared, ...altered, ...vanished, ...setAsideChanges(before, now)];
  return [...changes, ...PLAN_HEADINGS.flatMap((heading) => doubts(before[heading], now[heading], changes))];
}

const PLAN_HEADINGS = ['pprt', 'pprn', 'pprm', 'ppr-prescrit'] as const;

/** A revision, or another prescription, of a plan of which the property is in no zone leaves 4° to verify. */
function setAsideChanges(before: Findings, now: Findings): string[] {
  const were = setAsidePlans(before);
  return [...setAsidePlans(now)].flatMap(([key, plan]) => {
    const former = were.get(key);
    return former === undefined ? [] : [...revision(former, plan), ...newPrescription(former, plan)];
  });
}

function setAsidePlans({ pprt, pprn, pprm }: Findings): Map<string, Ppr> {
  const plans = [pprt, pprn, pprm].flatMap(({ details }) => details?.elsewhere ?? []);
  return new Map(plans.map((plan) => [plan.gasparId ?? plan.name, plan]));
}

/** What no source settles now, or settles at last, and a doubt that no change of a plan says. */
function doubts(was: Finding, is: Finding, changes: string[]): string[] {
  if ((was.details === null) !== (is.details === null)) return [`${is.title} : ${is.sentence}`];
  const isDoubted = is.details !== null && isNewlyDoubted(was, is) && changes.length === 0;
  return isDoubted ? [`${is.title} : un point est désormais à vérifier.`] : [];
}

function concerningPlans(findings: Findings): Map<string, Ppr> {
  const all = [findings.pprt, findings.pprn, findings.pprm, findings['ppr-prescrit']].flatMap((finding) =>
    finding.state === 'concerned' ? finding.details.plans : [],
  );
  const plans = new Map<string, Ppr>();
  for (const plan of all) {
    const key = plan.gasparId ?? plan.name;
    plans.set(plans.has(key) ? `${key} ${plan.name}` : key, plan);
  }
  return plans;
}

const STATUS: Record<PprStatus, string> = {
  prescribed: 'prescrit',
  anticipated: 'appliqué par anticipation',
  approved: 'approuvé',
  unknown: 'non précisé',
};

const named = ({ name }: Ppr): string => `« ${name} »`;
const dated = ({ status, statusDate }: Ppr): string =>
  status === 'unknown' ? 'd’état non précisé' : STATUS[status] + (statusDate ? ` le ${frenchDate(statusDate)}` : '');

const appearance = (plan: Ppr): string =>
  `Nouveau plan de prévention concernant l’immeuble : ${named(plan)}, ${dated(plan)}.`;
const vanishing = (plan: Ppr): string =>
  `Le plan de prévention ${named(plan)} n’est plus recensé comme concernant l’immeuble.`;

function alterations(before: Ppr, now: Ppr): string[] {
  return [
    ...(before.status === now.status ? newDate(before, now) : [newStatus(before, now)]),
    ...revision(before, now),
    ...newPrescription(before, now),
    ...placing(before, now),
    ...newZones(before, now),
  ];
}

function newStatus(before: Ppr, now: Ppr): string {
  const date = now.statusDate ? ` le ${frenchDate(now.statusDate)}` : '';
  return `Le plan de prévention ${named(now)} a changé d’état : ${STATUS[now.status]}${date} (${STATUS[before.status]} auparavant).`;
}

function newDate(before: Ppr, now: Ppr): string[] {
  if (now.statusDate === null || before.statusDate === now.statusDate) return [];
  const former = before.statusDate === null ? 'sans date' : frenchDate(before.statusDate);
  return [`Nouvelle date du plan de prévention ${named(now)} : ${dated(now)} (${former} auparavant).`];
}

function revision(before: Ppr, now: Ppr): string[] {
  if (before.underRevision === now.underRevision) return [];
  return [
    now.underRevision
      ? `Le plan de prévention ${named(now)} est désormais en cours de révision.`
      : `La révision du plan de prévention ${named(now)} n’est plus en cours.`,
  ];
}

function newPrescription(before: Ppr, now: Ppr): string[] {
  if (now.prescribedDate === null || now.prescribedDate === before.prescribedDate) return [];
  return [`Le plan de prévention ${named(now)} fait l’objet d’une prescription du ${frenchDate(now.prescribedDate)}.`];
}

function placing(before: Ppr, now: Ppr): string[] {
  if (before.zoned === now.zoned) return [];
  return [
    now.zoned
      ? `L’immeuble est désormais situé dans le périmètre du plan de prévention ${named(now)}.`
      : `La source ne situe plus tout l’immeuble par rapport au plan de prévention ${named(now)} : à vérifier.`,
  ];
}

/** An answer for part of the property may lack zones: it proves no change. */
function newZones(before: Ppr, now: Ppr): string[] {
  if (before.partial || now.partial) return [];
  const [were, are] = [zoneCodes(before), zoneCodes(now)];
  if (were === are) return [];
  return [`Zones du plan de prévention ${named(now)} : ${are || 'aucune précisée'} (${were || 'aucune'} auparavant).`];
}

const zoneCodes = ({ zones }: Ppr): string => enumeration([...new Set(zones.map(({ code }) => code))].sort());
