import type { Ppr } from './facts.ts';
import { COMPULSORY_HEADINGS } from './findings.ts';
import type { Findings } from './findings.ts';
import { joinedOf, paperFile, type PlanPaper } from './plan-papers.ts';
import { text, tick } from './statement-document-parts.ts';
import type { Block, Row } from './statement-document-parts.ts';
import { concerningPlans } from './statement-document-plans.ts';
import type { StatementInput } from './statement-document.ts';

/** Block K: what is enclosed, and what R125-24 wants that the owner must still enclose. */
export function attachedBlock({ findings, maps, planPapers }: StatementInput): Block {
  const missing = missingPieces(findings);
  const papers = concerningPlans(findings).flatMap((plan) => planPieces(plan, planPapers));
  return {
    letter: 'K',
    title: 'Pièces jointes',
    article: 'R. 125-24 du code de l’environnement',
    rows: [
      ...(maps === null ? [] : [enclosed('Plan de situation et plan cadastral', 'Partie 4 de ce document.')]),
      enclosed('Liste communale des arrêtés de catastrophe naturelle', 'Partie 3 de ce document.'),
      ...papers,
      ...missing.map(([piece, where]) => tick(piece, { label: 'jointe', checked: false }, where)),
      ...lastRow(findings, missing.length + papers.length === 0),
    ],
  };
}

/** « None » is only said when every heading that may want a piece has its answer. */
function lastRow(findings: Findings, isEmpty: boolean): Row[] {
  if (isEveryPieceKnown(findings))
    return isEmpty ? [text('À joindre', 'Aucune autre pièce n’est exigée par la loi.')] : [];
  return [text('À déterminer', 'Les points qui n’ont pas pu être vérifiés peuvent exiger d’autres pièces.')];
}

export const isEveryPieceKnown = (findings: Findings): boolean =>
  COMPULSORY_HEADINGS.every((heading) => heading === 'bruit' || findings[heading].state !== 'not-obtained');

const enclosed = (piece: string, where: string): Row => tick(piece, { label: 'jointe', checked: true }, where);

const GEORISQUES = 'À joindre par le propriétaire : www.georisques.gouv.fr';

const BY_OWNER = 'À joindre par le propriétaire (R. 125-24, 1°) : mairie, préfecture ou www.georisques.gouv.fr';

/** A single line when all remains to be found; otherwise the map and the règlement are told one by one. */
function planPieces(plan: Ppr, papers: PlanPaper[]): Row[] {
  const pieces = (['zonage', 'reglement'] as const).map((kind) => ({ kind, ...joinedOf(papers, plan, kind) }));
  if (pieces.every(({ joined }) => joined.length === 0))
    return [
      tick(
        plan.status === 'prescribed'
          ? `Périmètre mis à l’étude du plan « ${plan.name} »`
          : `Carte réglementaire et extrait du règlement du plan « ${plan.name} »`,
        { label: 'jointe', checked: false },
        BY_OWNER,
      ),
    ];
  return pieces.map(({ kind, joined, whole }) => {
    const piece = kind === 'zonage' ? 'Carte réglementaire' : 'Règlement';
    const files = joined
      .map((paper) => `${paperFile(paper)} (${Math.ceil(paper.pdf.bytes.length / 1000)} ko)`)
      .join(', ');
    const where = files === '' ? BY_OWNER : `Jointe au fichier PDF de cet état (trombone) : ${files}`;
    const rest = whole || files === '' ? '' : `. Le reste : ${BY_OWNER.replace('À', 'à')}`;
    return tick(`${piece} du plan « ${plan.name} »`, { label: 'jointe', checked: whole }, where + rest);
  });
}

function missingPieces(findings: Findings): [piece: string, where: string][] {
  const { sismicite, radon, debroussaillement, sis, 'trait-de-cote': shore } = findings;
  const sheets: [boolean, string, string][] = [
    [sismicite.state === 'concerned', 'Fiche d’information sur le risque sismique', `${GEORISQUES} (R. 125-24, 2°)`],
    [radon.state === 'concerned', 'Fiche d’information sur le radon', `${GEORISQUES} (R. 125-24, 3°)`],
    [
      shore.state === 'concerned',
      'Prescriptions de la zone exposée au recul du trait de côte',
      'À joindre par le propriétaire (R. 125-24, 4°) : mairie',
    ],
    [
      debroussaillement.state === 'concerned',
      'Fiche d’information sur les obligations de débroussaillement',
      GEORISQUES,
    ],
    [sis.state === 'concerned', 'Fiche du secteur d’information sur les sols', `${GEORISQUES} (L. 125-7)`],
  ];
  return sheets.flatMap(([needed, piece, where]): [string, string][] => (needed ? [[piece, where]] : []));
}
