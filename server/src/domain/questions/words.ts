import type { Row } from '#domain/printing/parts.ts';
import { slug, type Question } from './question.ts';

/** How a row of the form is asked to someone who has never read it. */
export type Words = {
  slug: string;
  label: string;
  help: string;
  who?: Question['who'];
  notApplicable?: boolean;
  mayChange?: boolean;
  maxLength?: number;
  /** Slug of the question of the same subject that this one depends on, and its answer. */
  onlyIf?: { slug: string; value: string };
  /** Of the boxes of « oui / non » in other words: the first is `oui`. */
  isYesNo?: boolean;
  several?: boolean;
  /** The row is filled in from other questions: the parties, the signature. */
  from?: 'seller' | 'signature' | 'by-hand';
};
type Entry = Words & { on: RegExp; in?: string };

const MAP = 'Regardez la carte du plan, en mairie, en préfecture ou sur www.georisques.gouv.fr.';
const RULES = 'Le règlement du plan se lit en mairie, en préfecture ou sur www.georisques.gouv.fr.';
const TOWN_HALL = 'La mairie le sait : demandez le service de l’urbanisme.';

/** The rows of the form that may be open, by the words that they print. */
const ENTRIES: Entry[] = [
  {
    on: /^L’immeuble est situé dans le périmètre d’un PPR (?:naturel|minier)/u,
    slug: 'perimetre',
    label: 'Le bien est-il dans le périmètre de ce plan ?',
    help: `${MAP} « Oui » si la parcelle, même en partie, est à l’intérieur du trait.`,
  },
  {
    on: /PPR technologique prescrit et non encore approuvé/u,
    slug: 'perimetre-prescrit',
    label: 'Le bien est-il dans le périmètre d’un plan technologique prescrit, pas encore approuvé ?',
    help: `${MAP} Un plan prescrit est à l’étude : son périmètre est déjà dessiné.`,
  },
  {
    on: /PPR technologique approuvé/u,
    slug: 'perimetre-approuve',
    label: 'Le bien est-il dans le périmètre d’un plan technologique approuvé ?',
    help: `${MAP} « Oui » si la parcelle, même en partie, est à l’intérieur du trait.`,
  },
  {
    on: /^État du plan$/u,
    slug: 'etat-plan',
    label: 'Où en est ce plan ?',
    help: `L’arrêté qui l’accompagne le dit. ${RULES}`,
    who: 'mandataire',
    several: true,
  },
  {
    on: /^Risques (?:naturels|miniers|technologiques) pris en considération$/u,
    slug: 'risques',
    label: 'Quels risques ce plan prend-il en considération ?',
    help: RULES,
    who: 'mandataire',
    several: true,
  },
  {
    on: /secteur d’expropriation ou de délaissement/u,
    slug: 'secteur',
    label: 'Le bien est-il dans un secteur d’expropriation ou de délaissement ?',
    help: `${MAP} La mairie le confirme.`,
  },
  {
    on: /^L’immeuble est situé en zone de prescription/u,
    slug: 'zone-prescription',
    label: 'Le bien est-il dans une zone où ce plan impose des travaux ?',
    help: RULES,
  },
  {
    on: /^L’immeuble est concerné par des prescriptions de travaux dans le règlement du plan/u,
    slug: 'travaux',
    label: 'Le règlement de ce plan impose-t-il des travaux dans le bien ?',
    help: `Par exemple un étage refuge, des batardeaux, des vitrages renforcés. ${RULES}`,
  },
  {
    on: /les travaux prescrits ont été réalisés$/u,
    in: 'bruit',
    slug: 'travaux-realises',
    label: 'Les travaux d’insonorisation sont-ils faits ?',
    help: '« Oui » s’ils sont tous terminés.',
    who: 'proprietaire',
    mayChange: true,
    onlyIf: { slug: 'insonorisation', value: 'oui' },
  },
  {
    on: /les travaux prescrits ont été réalisés$/u,
    slug: 'travaux-realises',
    label: 'Les travaux que ce plan impose sont-ils faits ?',
    help: '« Oui » s’ils sont tous terminés. Les factures le prouvent.',
    who: 'proprietaire',
    mayChange: true,
    onlyIf: { slug: 'travaux', value: 'oui' },
  },
  {
    on: /^Si elle ne concerne pas un logement/u,
    slug: 'information-jointe',
    label: 'L’information sur les risques technologiques est-elle jointe à l’acte ou au contrat ?',
    help: 'À dire seulement pour un bien qui n’est pas un logement : sinon, « sans objet ».',
    who: 'mandataire',
    notApplicable: true,
  },
  {
    on: /commune de sismicité classée/u,
    slug: 'zone',
    label: 'Dans quelle zone de sismicité est la commune ?',
    help: 'Elle se lit sur www.georisques.gouv.fr, à l’adresse du bien.',
    who: 'mandataire',
  },
  {
    on: /potentiel radon de niveau 3/u,
    slug: 'niveau-3',
    label: 'La commune a-t-elle un potentiel radon de niveau 3 ?',
    help: 'Il se lit sur www.georisques.gouv.fr, au nom de la commune.',
    who: 'mandataire',
  },
  {
    on: /^Niveau de la commune$/u,
    slug: 'niveau',
    label: 'Quel est le potentiel radon de la commune ?',
    help: 'Il se lit sur www.georisques.gouv.fr, au nom de la commune.',
    who: 'mandataire',
  },
  {
    on: /secteur d’information sur les sols/u,
    slug: 'sis',
    label: 'Le terrain est-il dans un secteur d’information sur les sols pollués ?',
    help: 'La carte des secteurs est sur www.georisques.gouv.fr et en mairie.',
  },
  {
    on: /^Une installation classée/u,
    slug: 'installation-classee',
    label: 'Une usine, un dépôt ou un élevage soumis à autorisation a-t-il été exploité sur le terrain ?',
    help: 'Une « installation classée » : station-service, pressing, garage, entrepôt, atelier… Les anciens titres de propriété et la mairie le disent.',
    who: 'proprietaire',
  },
  {
    on: /recul du trait de côte et listée par décret/u,
    slug: 'commune-listee',
    label: 'La commune est-elle sur la liste du décret des communes dont la côte recule ?',
    help: `Loin de la mer, « non ». ${TOWN_HALL}`,
    who: 'mandataire',
  },
  {
    on: /zone exposée (?:identifiée par un document d’urbanisme|figurant sur une carte)/u,
    slug: 'zone',
    label: 'Le bien est-il dans une zone exposée au recul de la côte ?',
    help: `Le plan local d’urbanisme la dessine. ${TOWN_HALL}`,
    who: 'mandataire',
  },
  {
    on: /^Zonage préfiguré/u,
    slug: 'prefigure',
    label: 'Ce zonage de la côte est-il encore provisoire ?',
    help: `« Oui » s’il n’est dessiné que sur une carte de préfiguration. ${TOWN_HALL}`,
    who: 'mandataire',
  },
  {
    on: /prescriptions applicables à cette zone/u,
    slug: 'prescriptions',
    label: 'Des règles propres à cette zone de la côte s’imposent-elles au bien ?',
    help: `Elles sont dans le règlement du plan local d’urbanisme. ${TOWN_HALL}`,
    who: 'mandataire',
  },
  {
    on: /obligation de démolition et de remise en état/u,
    slug: 'demolition',
    label: 'Le bien devra-t-il un jour être démoli, et le terrain remis en état, parce que la côte recule ?',
    help: `Cela ne vise que ce qui a été construit après le zonage. ${TOWN_HALL}`,
    who: 'mandataire',
  },
  {
    on: /obligation légale de débroussaillement/u,
    slug: 'perimetre',
    label: 'Le bien est-il dans une zone où il faut débroussailler ?',
    help: 'La carte est sur www.georisques.gouv.fr et en mairie.',
  },
  {
    on: /versement d’une indemnité d’assurance/u,
    slug: 'indemnise',
    label: 'Une assurance a-t-elle versé une indemnité pour ce bien après une catastrophe ?',
    help: 'Inondation, sécheresse, mouvement de terrain, accident industriel… pendant que le bien était à vous, ou avant si vous l’avez su.',
    who: 'proprietaire',
  },
  {
    on: /^L’information est mentionnée dans l’acte de vente/u,
    slug: 'mention',
    label: 'L’acte de vente mentionnera-t-il ces sinistres ?',
    help: 'Le notaire l’écrit dans l’acte : dites-lui ce que vous déclarez ici.',
    mayChange: true,
  },
  {
    on: /^L’information est donnée par écrit au locataire/u,
    slug: 'mention',
    label: 'Le locataire est-il informé par écrit de ces sinistres ?',
    help: 'Ce document, remis et signé, suffit.',
    mayChange: true,
  },
  {
    on: /^Travaux restant à faire \(ou/u,
    slug: 'secheresse',
    label: 'Après une sécheresse, des travaux indemnisés restent-ils à faire ? Lesquels ?',
    help: 'Ceux que l’expert de l’assurance a décrits pour arrêter les fissures. S’il n’y en a pas, « sans objet ».',
    who: 'proprietaire',
    notApplicable: true,
    maxLength: 2000,
  },
  {
    on: /« atteste sur l’honneur/u,
    slug: 'debroussaillement',
    label: 'Le terrain est-il débroussaillé comme la loi l’exige ?',
    help: 'Vous l’attestez sur l’honneur. « Pas encore » : il faudra débroussailler avant de signer.',
    who: 'proprietaire',
    isYesNo: true,
    mayChange: true,
  },
  {
    on: /^Des servitudes de passage ou d’aménagement/u,
    slug: 'servitudes',
    label: 'Un passage ou un aménagement contre l’incendie est-il imposé sur le terrain ?',
    help: 'Une « servitude » : piste pour les pompiers, citerne… Le titre de propriété et la mairie le disent.',
    who: 'proprietaire',
  },
  {
    on: /^Travaux restant à faire, servitudes/u,
    slug: 'travaux-servitudes',
    label: 'Quels travaux de débroussaillement restent à faire, quelles servitudes faut-il citer ?',
    help: 'S’il n’y en a pas, « sans objet ».',
    who: 'proprietaire',
    notApplicable: true,
    maxLength: 1000,
    mayChange: true,
  },
  { on: /^Je soussigné/u, slug: 'vendeur', label: '', help: '', from: 'seller' },
  { on: /^Fait à, le$/u, slug: 'signature', label: '', help: '', from: 'signature' },
  { on: /^Signature$/u, slug: 'main', label: '', help: '', from: 'by-hand' },
  {
    on: /périmètre d’un plan d’exposition au bruit/u,
    slug: 'perimetre',
    label: 'Le bien est-il dans le périmètre d’un plan d’exposition au bruit d’un aérodrome ?',
    help: 'La carte est sur www.geoportail.gouv.fr et en mairie.',
  },
  {
    on: /zone de bruit définie comme/u,
    slug: 'zone',
    label: 'Dans quelle zone de bruit est le bien ?',
    help: 'La carte est sur www.geoportail.gouv.fr et en mairie. Sur deux zones, la plus bruyante compte.',
  },
  {
    on: /travaux d’insonorisation/u,
    slug: 'insonorisation',
    label: 'Des travaux d’insonorisation sont-ils imposés dans le bien ?',
    help: TOWN_HALL,
  },
];

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

/** Of the blanks of a decree: the plan's, the aerodrome's or the préfet's. */
export function blankWords(blank: string, block: string): Words {
  const decree = block === 'tete' ? PREFECT : block === 'bruit' ? NOISE_PLAN : PLAN;
  const isHead = block === 'tete';
  const rest = isHead ? { onlyIf: { slug: 'arrete-numero', value: '*' } } : {};
  if (blank === 'du') return { slug: '', label: `De quel jour est ${decree} ?`, help: DECREE_HELP, who: 'mandataire', ...rest };
  if (blank === 'mis à jour le') {
    const label = `Quel jour ${decree} a-t-il été mis à jour ?`;
    const help = `${DECREE_HELP} S’il ne l’a jamais été, « sans objet ».`;
    return { slug: '', label, help, who: 'mandataire', notApplicable: true, ...rest };
  }
  const help = isHead ? `${DECREE_HELP} S’il n’y en a pas, « sans objet ».` : DECREE_HELP;
  const label = `Quel est le numéro de ${decree} ?`;
  return { slug: '', label, help, who: 'mandataire', notApplicable: isHead, maxLength: DECREE_MAX_LENGTH };
}

export const DECREE_MAX_LENGTH = 60;
const PREFECT = 'l’arrêté préfectoral sur les risques de la commune';
const NOISE_PLAN = 'l’arrêté qui approuve ce plan d’exposition au bruit';
const PLAN = 'l’arrêté préfectoral de ce plan';
const DECREE_HELP = 'Il se lit sur le site de la préfecture, ou en mairie.';
