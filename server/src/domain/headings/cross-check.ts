import { OWN } from './headings.ts';
import type { Facts, LocalPlanZone } from '#domain/risks/facts.ts';
import type { FindingOf, Findings } from '#domain/risks/findings.ts';
import { printable, typeset } from '#domain/french.ts';
import { contradictionOf, withContradiction } from '#domain/risks/contradiction.ts';
import { open } from '#domain/risks/rule.ts';
import { placeZones, type Property } from '#domain/geometry/overlap.ts';

/** The headings that local plans also carry, as `info-surf` 27-00, 38-00 and 43-00. */
type Checked = LocalPlanZone['subject'];

const LOCAL_PLAN = 'le document d’urbanisme publié au Géoportail de l’urbanisme';

/**
 * When the heading's own source says « non » and the local plan draws the property in such a zone, the heading is « à
 * vérifier » and names both. The reverse is no disagreement: few local plans have these zones.
 */
export function crossChecked<F extends Pick<Findings, Checked>>(
  findings: F,
  { coastlineRetreat }: Pick<Facts, 'coastlineRetreat'>,
  property: Property,
): F {
  if (coastlineRetreat.state === 'not-obtained') return findings;
  const { zones, unreadable } = placeZones(property, coastlineRetreat.value.localPlan ?? []);
  const check = <H extends Checked>(heading: H, finding: FindingOf<H>): FindingOf<H> => {
    const isSubject = ({ subject }: LocalPlanZone): boolean => subject === heading;
    const drawn = zones.filter(isSubject);
    const found = drawn.length > 0 ? drawn : unreadable.filter(isSubject);
    if (found.length === 0 || finding.state !== 'not-concerned') return finding;
    const { ours, theirs } = LOCAL_PLANS[heading];
    const labels = [...new Set(found.map(({ label }) => `« ${label} »`))].join(', ');
    const disagree = `mais ${LOCAL_PLAN} le place dans ${theirs} (${labels}). Les deux sources se contredisent : à vérifier en mairie.`;
    const mayDisagree = `mais ${LOCAL_PLAN} donne ${theirs} (${labels}) dont le tracé n’enferme aucune surface : non vérifié, à vérifier en mairie.`;
    const [reason, but] =
      drawn.length > 0 ? (['sources-disagree', disagree] as const) : (['unreadable', mayDisagree] as const);
    const sentence = `${ours} ne signale rien pour l’immeuble, ${but}`;
    return {
      ...finding,
      ...open(reason, typeset(printable(sentence))),
      contradiction: withContradiction(
        finding.contradiction,
        contradictionOf([ours, LOCAL_PLAN], sentence, { isOnAnswer: true }),
      ),
      facts: [...finding.facts, 'coastlineRetreat'],
      provenances: [...finding.provenances, coastlineRetreat.provenance],
      references: found.map(({ label, documentUrl }) => ({ title: label, url: documentUrl })),
    };
  };
  return {
    ...findings,
    bruit: check('bruit', findings.bruit),
    sis: check('sis', findings.sis),
    debroussaillement: check('debroussaillement', findings.debroussaillement),
  };
}

/** Names of the two sources when they differ. */
const LOCAL_PLANS: Record<Checked, { ours: string; theirs: string }> = {
  bruit: OWN.bruit.localPlan,
  sis: OWN.sis.localPlan,
  debroussaillement: OWN.debroussaillement.localPlan,
};
