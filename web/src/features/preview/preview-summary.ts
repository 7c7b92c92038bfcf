import { shortParcel } from '@clairisque/contract/common/parcel-codes.ts';
import type { Preview } from '@clairisque/contract/preview.ts';

type Findings = Pick<Preview, 'rubriques'>;
type Touched = Pick<Preview, 'parcelles_touchees'>;
type Finding = Preview['rubriques'][number];

const count = ({ rubriques }: Findings, state: Finding['etat']) =>
  rubriques.filter(({ etat }) => etat === state).length;

/** `warning` when something concerns the property or could not be checked: only a complete result reassures. */
export function toneOf(preview: Findings): 'good' | 'quiet' | 'warning' {
  if (count(preview, 'concerne') + count(preview, 'non_obtenu') > 0) return 'warning';
  return count(preview, 'a_la_generation') > 0 ? 'quiet' : 'good';
}

/**
 * The preview in one sentence, without its capital and full stop, in the words of the document's first page. What was
 * not checked never counts as not concerned.
 */
export function summaryOf(preview: Findings): string {
  const [concerned, missing, later] = (['concerne', 'non_obtenu', 'a_la_generation'] as const).map((state) =>
    count(preview, state),
  ) as [number, number, number];
  const points = `des ${preview.rubriques.length}\u00A0points`;
  if (missing === preview.rubriques.length) return `aucun ${points} n’a pu être vérifié`;
  const parts = [
    concerned > 0 && `concerné par ${concerned === 1 ? 'un' : concerned} ${points}`,
    missing > 0 &&
      (missing === 1 ? 'un point n’a pas pu être vérifié' : `${missing} points n’ont pas pu être vérifiés`),
    later > 0 &&
      (later === 1 ? 'un point est vérifié à la génération' : `${later} points sont vérifiés à la génération`),
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join('\u00A0; ') : `concerné par aucun ${points}`;
}

/** At a suggestion: the points by name, what concerns it first. */
export function linesOf(preview: Findings): string[] {
  const named = (state: Finding['etat']) =>
    preview.rubriques.filter(({ etat }) => etat === state).map(({ titre }) => titre);
  const [concerned, safe] = [named('concerne'), named('non_concerne')];
  const later = count(preview, 'a_la_generation') + count(preview, 'non_obtenu');
  return [
    concerned.length > 0 && `Concerné\u00A0: ${concerned.join(' ; ')}.`,
    safe.length > 0 && `Non concerné\u00A0: ${safe.join(' ; ')}.`,
    later > 0 && `Vérifié à la génération\u00A0: ${later} point${later > 1 ? 's' : ''}.`,
  ].filter((line) => line !== false);
}

/** How many of several parcels a published outline touches; null for one parcel, and where no outline was published. */
export function touchedSummary({ parcelles_touchees: codes }: Touched, parcels: number): string | null {
  if (parcels < 2 || codes === undefined) return null;
  const touched = codes.length;
  if (touched === 0)
    return `Aucune des ${parcels} parcelles ne touche les zones dont les sources nous ont donné le contour.`;
  const [noun, verb] = touched === 1 ? ['parcelle', 'touche'] : ['parcelles', 'touchent'];
  return `${touched}\u00A0${noun} sur\u00A0${parcels} ${verb} une zone ou un périmètre de plan dont le contour est publié.`;
}

/** « Parcelles touchées, sur 4 : AB 12, AB 14. » */
export function touchedOf({ parcelles_touchees: codes }: Touched, parcels: number): string | null {
  if (parcels < 2 || codes === undefined || codes.length === 0) return null;
  if (codes.length === parcels) return `Les ${parcels} parcelles sont touchées.`;
  const label = codes.length === 1 ? 'Parcelle touchée' : 'Parcelles touchées';
  return `${label}, sur\u00A0${parcels}\u00A0: ${codes.map(shortParcel).join(', ')}.`;
}
