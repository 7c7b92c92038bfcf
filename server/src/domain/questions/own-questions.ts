import { decreesByCode } from '#domain/risks/decrees.ts';
import type { Findings } from '#domain/risks/findings.ts';
import type { Asking } from './form.ts';
import { YES, type Decree, type Question } from './question.ts';

/** Questions about what is no row of the form: the disasters, the parties, the lot, the signature. */

export const DECREES = 'sinistres.arretes';
export const OTHER_DISASTER = 'sinistres.autre';
export const INDEMNIFIED = 'I.indemnise';
export const SELLER = 'parties.vendeur';
export const BUYER = 'parties.acquereur';
export const LOT = {
  is: 'lot.copropriete',
  number: 'lot.numero',
  building: 'lot.batiment',
  floor: 'lot.etage',
} as const;
export const SIGNATURE = ['signature.lieu', 'signature.date'];
/** Bounds of a floor, as in the declarations. */
export const FLOORS = { min: -9, max: 99 };

const NOTHING: Omit<Question, 'id' | 'title' | 'label' | 'help' | 'law'> = {
  block: null,
  subject: null,
  kind: 'texte',
  choices: [],
  several: false,
  decrees: [],
  maxLength: null,
  notApplicable: false,
  who: 'l_un_ou_l_autre',
  onlyIf: null,
  against: {},
  mayChange: false,
};
type Own = Pick<Question, 'id' | 'title' | 'label' | 'help' | 'law'> & Partial<Question>;
const own = (question: Own): Question => ({ ...NOTHING, ...question });

export function ownQuestions(asking: Asking, hasDecrees: boolean): Question[] {
  return [...disasters(asking, hasDecrees), ...lot(asking), ...parties(asking), ...SIGNING];
}

const DISASTERS = 'Sinistres indemnisés';
const DISASTERS_LAW = 'L. 125-5, IV et R. 125-24, 5° du code de l’environnement';

function disasters({ form, findings }: Asking, hasDecrees: boolean): Question[] {
  const list = own({
    id: DECREES,
    title: DISASTERS,
    label: 'Après lesquelles de ces catastrophes une assurance a-t-elle versé une indemnité pour ce bien ?',
    help: 'Pendant que le bien était à vous, ou avant si vous l’avez su. « Aucun » si aucune n’a été indemnisée.',
    law: DISASTERS_LAW,
    kind: 'arretes',
    who: 'proprietaire',
    decrees: decreesOf(findings),
  });
  const other = own({
    id: OTHER_DISASTER,
    title: DISASTERS,
    label: hasDecrees
      ? 'Une autre catastrophe, absente de cette liste, a-t-elle été indemnisée ? Laquelle ?'
      : 'Après quelle catastrophe l’indemnité a-t-elle été versée ?',
    help: `Minière, technologique, ou un arrêté qui manque à la liste : sa nature et son année.${hasDecrees ? ' S’il n’y en a pas, « sans objet ».' : ''}`,
    law: DISASTERS_LAW,
    who: 'proprietaire',
    maxLength: 300,
    notApplicable: hasDecrees,
    onlyIf: hasDecrees ? null : { question: INDEMNIFIED, value: YES },
  });
  return [...(hasDecrees ? [list] : []), ...(form.disasters.other === '' ? [] : [other])];
}

/** Latest first. A code that no answer can name is left out. */
function decreesOf({ catnat }: Findings): Decree[] {
  return decreesByCode(catnat.details?.decrees ?? [])
    .filter(({ code }) => /^[\w./-]{1,40}$/u.test(code))
    .map(({ code, hazard, start, end, decree }) => ({ code, hazard, start, end, decree }))
    .toSorted((a, b) => (b.start ?? '').localeCompare(a.start ?? '') || a.code.localeCompare(b.code));
}

const LOT_TITLE = 'Copropriété';
const LOT_LAW = 'L. 125-5 du code de l’environnement : l’état vaut pour l’immeuble entier';

function lot({ hasLot }: Asking): Question[] {
  if (hasLot) return [];
  const about = { title: LOT_TITLE, law: LOT_LAW, onlyIf: { question: LOT.is, value: YES } };
  return [
    own({
      ...about,
      id: LOT.is,
      onlyIf: null,
      label: 'Le bien est-il un appartement ou un autre lot d’une copropriété ?',
      help: 'Le document dira alors que ses réponses valent pour l’immeuble entier.',
      kind: 'oui_non',
    }),
    own({
      ...about,
      id: LOT.number,
      label: 'Quels sont les numéros des lots ?',
      help: 'Par exemple « 12 et 45 ». Ils sont dans le titre de propriété.',
      maxLength: 60,
      notApplicable: true,
    }),
    own({
      ...about,
      id: LOT.building,
      label: 'Dans quel bâtiment ?',
      help: 'Par exemple « B ». S’il n’y en a qu’un, « sans objet ».',
      maxLength: 60,
      notApplicable: true,
    }),
    own({
      ...about,
      id: LOT.floor,
      label: 'À quel étage ?',
      help: '0 pour le rez-de-chaussée, −1 pour le premier sous-sol.',
      kind: 'nombre',
      notApplicable: true,
    }),
  ];
}

const PARTIES = 'Parties';
const SEVERAL =
  'Tous les noms, séparés par des virgules ; pour une société, son nom, puis « représentée par » et le nom de la personne.';

function parties({ transaction, seller, buyer }: Asking): Question[] {
  const isSale = transaction === 'Vente';
  const about = { title: PARTIES, law: 'L. 125-5 du code de l’environnement', maxLength: 300, help: SEVERAL };
  return [
    ...(seller === null
      ? [own({ ...about, id: SELLER, label: isSale ? 'Qui vend ?' : 'Qui loue le bien, comme bailleur ?' })]
      : []),
    ...(buyer === null
      ? [
          own({
            ...about,
            id: BUYER,
            label: isSale ? 'Qui achète ?' : 'Qui sera le locataire ?',
            who: 'mandataire' as const,
          }),
        ]
      : []),
  ];
}

const SIGNING: Question[] = [
  own({
    id: 'signature.lieu',
    title: 'Signature',
    label: 'Dans quelle ville ce document sera-t-il signé ?',
    help: 'Elle sera imprimée au-dessus des signatures.',
    law: 'R. 125-24 du code de l’environnement',
    maxLength: 100,
    who: 'mandataire',
    mayChange: true,
  }),
  own({
    id: 'signature.date',
    title: 'Signature',
    label: 'Quel jour sera-t-il signé ?',
    help: 'L’état des risques doit encore être valable ce jour-là.',
    law: 'L. 125-5 du code de l’environnement',
    kind: 'date',
    who: 'mandataire',
    mayChange: true,
  }),
];
