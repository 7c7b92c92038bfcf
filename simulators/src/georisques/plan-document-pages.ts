import { DOCUMENT_SENTINELS, type DocumentSentinelMode } from '#territory/sentinel-communes.ts';
import { zonesOf, type Plan } from '#territory/hazards-plans.ts';
import { parcelLines, sheetAt } from './georeferenced-sheet.ts';
import { specimenPdf, type SpecimenPage } from './specimen-pdf.ts';

/** Pages of a plan's documents: invented, with the codes of the plan's own zones. */

const modes = new Map(DOCUMENT_SENTINELS.map(({ insee, mode }) => [insee, mode]));
export const documentMode = (plan: Plan): DocumentSentinelMode | undefined => modes.get(plan.commune.insee);

/** Pages of a chapter of the règlement, by the commune's sentinel. */
const CHAPTER_PAGES: Partial<Record<DocumentSentinelMode, number>> = { 'neuf-cents-pages': 299, 'trente-pages': 9 };

export function rulesPdf(plan: Plan): Buffer {
  const mode = documentMode(plan);
  if (mode === 'images') return specimenPdf(Array.from({ length: 20 }, () => ({ lines: null, drawing: SCRIBBLE })));
  const pages = rulesPages(plan, CHAPTER_PAGES[mode ?? 'texte'] ?? 1);
  return specimenPdf(pages, { encrypted: mode === 'chiffre', signed: mode === 'signe' });
}

/** Strokes without letters, like a scanned page. */
const SCRIBBLE = `0.3 w ${Array.from({ length: 30 }, (_, row) => `60 ${740 - row * 20} m 520 ${742 - row * 20} l S`).join(' ')}`;

function rulesPages(plan: Plan, chapterPages: number): SpecimenPage[] {
  const title = {
    lines: [plan.name.slice(0, 90), `Reglement du PPR - ${plan.gasparId}`, '', 'Titre I - Dispositions generales'],
  };
  const chapters = zonesOf(plan).flatMap(({ codeZone, libelle }) =>
    Array.from({ length: chapterPages }, (_, index) => ({
      lines: [
        `Titre II - Dispositions applicables en zone ${codeZone} : ${libelle}`,
        `Article ${index + 1}`,
        '',
        'Les constructions nouvelles, les travaux et les usages du sol y suivent',
        'des regles inventees pour cet exemple. Elles n ont aucune valeur.',
      ],
    })),
  );
  return [title, ...chapters];
}

/** One sheet, or the eight of a georeferenced one, of which the third shows the commune. */
export function mapPdf(plan: Plan): Buffer {
  if (documentMode(plan) !== 'carte-situee') return specimenPdf([sheet(plan, 'feuille unique')]);
  const { longitude, latitude } = plan.commune;
  return specimenPdf(
    Array.from({ length: 8 }, (_, index) => {
      const map = sheetAt([longitude, latitude], index - 2);
      const drawn = sheet(plan, `feuille ${index + 1} sur 8`);
      return { ...drawn, map, drawing: `${drawn.drawing} ${parcelLines([longitude, latitude], map.frame, index - 2)}` };
    }),
  );
}

const sheet = (plan: Plan, which: string): SpecimenPage => ({
  size: [842, 595],
  lines: [`Plan de zonages reglementaires - ${plan.gasparId} - ${which}`],
  drawing: [
    '0.86 0.92 0.98 rg 60 60 720 420 re f',
    '0.55 0.7 0.95 rg 60 200 m 250 330 500 120 780 260 c 780 180 l 500 60 250 240 60 120 c f',
    '0.95 0.6 0.55 rg 300 300 160 110 re f 0.2 w 0 0 0 RG 300 300 160 110 re S',
    ...Array.from({ length: 17 }, (_, step) => `${60 + step * 45} 60 m ${60 + step * 45} 480 l S`),
  ].join(' '),
});
