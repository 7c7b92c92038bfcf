import type { Ppr } from './facts.ts';
import type { CompulsoryHeading, Findings } from './findings.ts';
import { joinedOf, type PlanPaper } from './plan-papers.ts';

/** What page 1 tells to do of a heading: of a plan whose papers travel with the file, no longer to find them. */
export function dutyOf(findings: Findings, heading: CompulsoryHeading, papers: PlanPaper[]): string | null {
  const finding = findings[heading];
  if (finding.state !== 'concerned' || !('plans' in finding.details)) return finding.duty;
  const { plans } = finding.details;
  const joined = plans.flatMap((plan) => KINDS.map((kind) => joinedOf(papers, plan, kind)));
  if (joined.every(({ joined }) => joined.length === 0)) return finding.duty;
  const isWhole = joined.every(({ whole }) => whole);
  return `${isWhole ? whole(plans) : PARTLY}${plans.every(isPrescribed) ? '' : WORKS} (article R. 125-24, 1° du code de l’environnement).`;
}

const KINDS = ['zonage', 'reglement'] as const;
const isPrescribed = ({ status }: Ppr): boolean => status === 'prescribed';

const whole = (plans: Ppr[]): string =>
  `${plans.length > 1 ? 'Les cartes et règlements de ces plans' : 'La carte et le règlement de ce plan'} sont joints à ce fichier PDF (trombone) : vous devez les imprimer et les annexer, l’immeuble étant repéré sur la carte`;
const PARTLY =
  'Une partie de la carte et du règlement est jointe à ce fichier PDF (trombone) : vous devez l’imprimer, l’annexer et joindre ce qui manque (bloc K)';
const WORKS = ', et indiquer si le règlement prescrit des travaux pour l’immeuble et si ces travaux ont été réalisés';
