import { saysSomething } from '@clairisque/contract/common/contradictions.ts';
import { counted, enumeration } from '#domain/french.ts';
import { OTHER_DISASTER } from '#domain/questions/own-questions.ts';
import { indemnifiedDecrees, isIndemnified } from './disasters.ts';
import type { StatementInput } from './input.ts';
import { PART, type LabelledText } from '#domain/printing/parts.ts';
import { shortened } from './property.ts';
import { shortDate } from '#domain/printing/text.ts';
import { inWords, plansWithWorks, worksElsewhere, worksOf } from './works.ts';

/** « Ce que déclare le propriétaire », on page 1: works, disasters, drought works. Null when nothing was answered. */
export type DeclaredAnswers = { title: string; lines: LabelledText[] };

export function declaredAnswers(input: StatementInput): DeclaredAnswers | null {
  const lines = [...worksLines(input), ...disasterLines(input), ...droughtLines(input)];
  return lines.length === 0 ? null : { title: 'Ce que déclare le propriétaire', lines };
}

function worksLines({ findings, statement: { declarations } }: StatementInput): LabelledText[] {
  const given = { findings, declarations };
  const all = plansWithWorks(findings).map((plan) => ({ name: plan.name, works: worksOf(plan, given) }));
  const known = all.filter(({ works }) => works.prescribed !== null || works.done !== null);
  const unnamed = all.find(({ works }) => works.unnamed !== null)?.works.unnamed;
  return [
    ...known.map(({ name, works }) => `Plan « ${name} » : ${inWords(works)}.`),
    ...(unnamed ? [`Plan à désigner : ${inWords(unnamed)}.`] : []),
    ...worksElsewhere(given),
  ].map((text) => ({ label: 'Travaux', text }));
}

/** Page 1 names that many; part 2 has them all. */
const MOST_NAMED = 4;

function disasterLines(input: StatementInput): LabelledText[] {
  const answer = isIndemnified(input.statement.declarations);
  if (answer === null) return [];
  return [{ label: 'Sinistres', text: answer ? indemnifiedInWords(input) : 'Aucun sinistre indemnisé.' }];
}

function indemnifiedInWords(input: StatementInput): string {
  const named = indemnifiedDecrees(input);
  if (named.length === 0) {
    const isNamed = input.answers?.some(({ question }) => question === OTHER_DISASTER) === true;
    return `Le bien a été indemnisé après une catastrophe : ${isNamed ? 'voir la' : 'à désigner en'} partie ${PART.disasters}.`;
  }
  const first = named
    .slice(0, MOST_NAMED)
    .map(({ code, decree }) =>
      decree?.decree ? `${decree.hazard.toLowerCase()} (arrêté du ${shortDate(decree.decree)})` : `arrêté ${code}`,
    );
  const rest = named.length > MOST_NAMED ? [counted(named.length - MOST_NAMED, 'autre')] : [];
  return `${counted(named.length, 'sinistre indemnisé', 'sinistres indemnisés')} : ${enumeration([...first, ...rest])}. Liste en partie ${PART.disasters}.`;
}

/** Only a seller is asked about drought works. */
function droughtLines({ statement: { transaction, declarations } }: StatementInput): LabelledText[] {
  const works = declarations?.travaux_rga_non_realises ?? null;
  if (transaction !== 'Vente' || !saysSomething(works)) return [];
  return [{ label: 'Sécheresse', text: `Travaux indemnisés non réalisés (bloc J) : ${shortened(works.trim(), 200)}` }];
}
