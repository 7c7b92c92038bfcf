import type { Row } from '#domain/printing/parts.ts';
import { slug } from './question.ts';
import type { Words } from './words-entry.ts';
import { PLAN_ENTRIES } from './words-plans.ts';
import { ZONE_ENTRIES } from './words-zones.ts';

export type { Words };

/** The rows of the form that may be open. */
const ENTRIES = [...PLAN_ENTRIES, ...ZONE_ENTRIES];

const of = (label: string, block: string): Words =>
  ENTRIES.find((entry) => entry.on.test(label) && (entry.in === undefined || entry.in === block)) ?? {
    slug: slug(label).toLowerCase(),
    label: `${label.replace(/[\s.:]+$/u, '')} ?`,
    help: 'Répondez si vous le savez.',
  };

/** A document to enclose, in block K. */
const ofPiece = (label: string, sentence: string): Words => ({
  slug: slug(label).toLowerCase(),
  label: `Joignez-vous cette pièce : ${label.charAt(0).toLowerCase()}${label.slice(1)} ?`,
  help: sentence,
  who: 'mandataire',
  mayChange: true,
});

export function wordsOf(row: Row, block: string): Words {
  if (row.kind === 'note') return { slug: 'note', label: '', help: '' };
  if (row.kind === 'fill') return { slug: '', label: '', help: '' };
  if (block === 'K' && row.kind === 'question') return ofPiece(row.label, row.sentence);
  return of(row.label, block);
}

/** Words for the blanks of a decree: the plan's, the aerodrome's or the préfet's. */
export function blankWords(blank: string, block: string): Words {
  const decree = block === 'tete' ? PREFECT : block === 'bruit' ? NOISE_PLAN : PLAN;
  const isHead = block === 'tete';
  const rest = isHead ? { onlyIf: { slug: 'arrete-numero', value: '*' } } : {};
  if (blank === 'du')
    return { slug: '', label: `De quel jour est ${decree} ?`, help: DECREE_HELP, who: 'mandataire', ...rest };
  if (blank === 'mis à jour le') {
    const label = `Quel jour ${decree} a-t-il été mis à jour ?`;
    const help = `${DECREE_HELP} S’il ne l’a jamais été, « sans objet ».`;
    return { slug: '', label, help, who: 'mandataire', notApplicable: true, ...rest };
  }
  const help = isHead ? `${DECREE_HELP} S’il n’y en a pas, « sans objet ».` : DECREE_HELP;
  const label = `Quel est le numéro de ${decree} ?`;
  return { slug: '', label, help, who: 'mandataire', notApplicable: isHead, maxLength: DECREE_MAX_LENGTH };
}

const DECREE_MAX_LENGTH = 60;
const PREFECT = 'l’arrêté préfectoral sur les risques de la commune';
const NOISE_PLAN = 'l’arrêté qui approuve ce plan d’exposition au bruit';
const PLAN = 'l’arrêté préfectoral de ce plan';
const DECREE_HELP = 'Il se lit sur le site de la préfecture, ou en mairie.';
