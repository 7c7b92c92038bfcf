import { eachCommune, mixed, positionIn } from './communes.ts';
import { level } from './comparison.ts';
import { ownHeading } from './heading.ts';
import { GEORISQUES, choice, PART, question, text, type Row } from '#domain/printing/parts.ts';
import { answerOf } from '#domain/risks/findings.ts';
import { rule } from '#domain/risks/rule.ts';

const LEVELS = {
  1: 'potentiel faible',
  2: 'potentiel faible, avec des facteurs géologiques qui peuvent faciliter le transfert du radon vers les bâtiments',
  3: 'potentiel significatif',
};
/** Boxes of the form. */
const BOXES = ['1 faible', '2 faible, avec facteurs géologiques', '3 significatif'];
const FICHE = 'Fiche d’information sur le radon';

/**
 * R125-23, 6° code de l'environnement (since 01/01/2023, formerly 5°): only level 3 of R1333-29 code de la santé
 * publique. Communes are classed as a whole.
 */
export const radon = ownHeading({
  rule: rule({
    heading: 'radon',
    title: 'Potentiel radon',
    article: 'R. 125-23, 6° du code de l’environnement',
    facts: ['radon'],
    // Levels 1 and 2 give the same answer: nothing is left to verify.
    isEveryNoAlike: true,
    assess: ({ radon: { potential, isMixed = false, communes } }) => {
      const where = communes === undefined ? 'une commune' : 'des communes dont la plus exposée est';
      const each = eachCommune(communes, 'niveau');
      const sentence = `L’immeuble est situé dans ${where} à potentiel radon de niveau ${potential} sur 3 (${LEVELS[potential]}).${each}${mixed(isMixed, potential === 3)}`;
      const details = { potential, ...(communes && { communes }) };
      if (potential !== 3) {
        return {
          state: 'not-concerned',
          sentence: `${sentence} L’information est due au niveau 3.`,
          details,
        };
      }
      return {
        state: 'concerned',
        sentence,
        toVerify: isMixed,
        duty: 'Vous devez joindre la fiche d’information sur le radon, disponible sur www.georisques.gouv.fr (article R. 125-24, 3° du code de l’environnement).',
        details,
      };
    },
  }),
  sources: { radon: 'Potentiel radon' },
  shortTitle: 'Radon',
  concerned: ({ potential, communes }) => ({
    subject: `Radon : niveau ${potential} sur 3`,
    sentence: `Le radon est un gaz radioactif naturel ; le potentiel ${communes === undefined ? 'de la commune' : 'de la commune la plus exposée'} est classé significatif.`,
    position: positionIn(potential, communes),
  }),
  notConcerned: ({ potential }) => `Niveau ${potential} sur 3 ; l’information est due au niveau 3.`,
  whereToVerify: 'sur www.georisques.gouv.fr',
  terms: [],
  checked: null,
  localPlan: null,
  papers: () => [{ id: 'fiche-radon', name: FICHE, source: 'www.georisques.gouv.fr (R. 125-24, 3°)' }],
  isDutyMore: false,
  fiche: { subject: 'radon', title: FICHE, sheetUrl: () => null },
  changes: level(({ potential }) => `niveau ${potential}`),
  plans: () => [],
  consequences: () => [
    {
      topic: 'works',
      order: 3,
      text: 'Une mesure dit ce qu’il en est dans le logement. Au-delà de 300 Bq/m³ en moyenne annuelle, il faut mieux ventiler et rendre étanche le contact avec le sol.',
      source: 'R. 1333-28 du code de la santé publique',
    },
  ],
  atRenewal: null,
  explanations: [
    {
      order: 2,
      title: 'Radon',
      paragraphs: [
        {
          lead: 'Ce qu’il faut savoir.',
          text: 'Le radon est un gaz radioactif naturel issu du sol, qui peut s’accumuler dans les pièces fermées. C’est une cause reconnue de cancer du poumon, et le tabac aggrave le risque. Les communes sont classées de 1 à 3 ; l’information est due au niveau 3.',
        },
        {
          lead: 'Mesurer.',
          text: 'Seule une mesure dit ce qu’il en est dans un logement : des détecteurs y restent deux mois, en période de chauffage, dans les pièces occupées les plus basses. Le niveau de référence est de 300 Bq/m³.',
        },
        {
          lead: 'Agir.',
          text: 'Aérer chaque jour, entretenir la ventilation et ses grilles ; au-delà du niveau de référence, rendre étanches les passages entre le sol et le logement, ventiler le vide sanitaire ou la cave, puis mesurer de nouveau.',
        },
      ],
      address: GEORISQUES,
    },
  ],
  method: { by: 'commune', name: 'le radon', order: 2 },
  form: (radon) => {
    const { state, details, contradiction, sentence, article } = radon;
    const potential = details?.potential ?? null;
    const isSure = contradiction === undefined;
    const boxes = BOXES.map((label, index) => ({
      label: `potentiel ${label}`,
      checked: isSure && potential === index + 1,
    }));
    const level =
      potential === null
        ? 'Niveau non obtenu : à compléter.'
        : `${details?.communes === undefined ? 'La commune' : 'La commune la plus exposée'} est classée au niveau ${potential} sur 3 (arrêté du 27 juin 2018).`;
    const rows: Row[] = [
      question('L’immeuble se situe dans une commune à potentiel radon de niveau 3', answerOf(radon), sentence),
      choice('Niveau de la commune', boxes, level),
    ];
    if (state === 'concerned')
      rows.push(
        text('Pièce à joindre', `${FICHE} (R. 125-24, 3°), résumée en partie ${PART.explanations}.`, GEORISQUES),
      );
    return { letter: 'F', title: 'Zonage réglementaire à potentiel radon', article, rows };
  },
  drawing: null,
});
