import type { Preview } from '@clairisque/contract/preview.ts';

type Findings = Pick<Preview, 'rubriques'>;

const count = ({ rubriques }: Findings, state: Preview['rubriques'][number]['etat']) =>
  rubriques.filter(({ etat }) => etat === state).length;

/** `warning` when something concerns the property or could not be checked: only a complete result reassures. */
export function toneOf(preview: Findings): 'good' | 'warning' {
  return count(preview, 'non_concerne') === preview.rubriques.length ? 'good' : 'warning';
}

/** The preview in one sentence, without its full stop. What could not be checked never counts as not concerned. */
export function summaryOf(preview: Findings): string {
  const [concerned, missing] = [count(preview, 'concerne'), count(preview, 'non_obtenu')];
  const total = `sur\u00A0${preview.rubriques.length}`;
  const unchecked =
    missing > 1
      ? `${missing} rubriques ${total} n’ont pas pu être vérifiées`
      : `${missing} rubrique ${total} n’a pas pu être vérifiée`;
  if (concerned > 0) {
    const first = `${concerned} ${concerned > 1 ? 'rubriques obligatoires concernées' : 'rubrique obligatoire concernée'} ${total}`;
    return missing === 0 ? first : `${first}. ${unchecked}`;
  }
  if (missing === 0) return `Aucune rubrique obligatoire concernée ${total}`;
  return unchecked;
}
