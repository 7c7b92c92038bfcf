import { GEORISQUES, choice, PART, text, type Row } from '#domain/printing/parts.ts';
import { eachCommune, mixed, positionIn } from './communes.ts';
import { level } from './comparison.ts';
import { ownHeading } from './heading.ts';
import { rule } from '#domain/risks/rule.ts';

const ZONES = { 1: 'très faible', 2: 'faible', 3: 'modérée', 4: 'moyenne', 5: 'forte' } as const;
const FICHE = 'Fiche d’information sur le risque sismique';

/**
 * R125-23, 5° code de l'environnement (since 01/01/2023): zones 2 to 5 of R563-4, listed by commune in D563-8-1. The
 * law classes whole communes: the commune's zone is the property's.
 */
export const sismicite = ownHeading({
  rule: rule({
    heading: 'sismicite',
    title: 'Sismicité',
    article: 'R. 125-23, 5° du code de l’environnement',
    facts: ['seismicZone'],
    assess: ({ seismicZone: { zone, isMixed = false, communes } }) => {
      const where = communes === undefined ? 'une commune classée' : 'des communes dont la plus exposée est classée';
      const each = eachCommune(communes, 'zone');
      const sentence = `L’immeuble est situé dans ${where} en zone de sismicité ${zone} (${ZONES[zone]}) sur une échelle de 1 à 5.${each}${mixed(isMixed, zone > 1)}`;
      const details = { zone, ...(communes && { communes }) };
      if (zone === 1) {
        return {
          state: 'not-concerned',
          sentence: `${sentence} L’information est due à partir de la zone 2.`,
          details,
        };
      }
      return {
        state: 'concerned',
        sentence,
        toVerify: isMixed,
        duty: 'Vous devez joindre la fiche d’information sur le risque sismique, disponible sur www.georisques.gouv.fr (article R. 125-24, 2° du code de l’environnement).',
        details,
      };
    },
  }),
  sources: { seismicZone: 'Zonage sismique' },
  shortTitle: 'Sismicité',
  concerned: ({ zone, communes }) => ({
    subject: `Sismicité ${ZONES[zone]} : zone ${zone} sur 5`,
    sentence: '',
    position: positionIn(zone, communes),
  }),
  notConcerned: ({ zone }) => `Zone ${zone} sur 5 (${ZONES[zone]}) ; l’information est due à partir de la zone 2.`,
  whereToVerify: 'sur www.georisques.gouv.fr',
  terms: [],
  checked: null,
  localPlan: null,
  papers: () => [{ id: 'fiche-sismique', name: FICHE, source: 'www.georisques.gouv.fr (R. 125-24, 2°)' }],
  isDutyMore: false,
  fiche: { subject: 'sismique', title: FICHE, sheetUrl: () => null },
  changes: level(({ zone }) => `zone ${zone}`),
  plans: () => [],
  consequences: () => [
    {
      topic: 'building',
      order: 3,
      text: 'Une construction neuve, et certains travaux importants, suivent des règles parasismiques selon la zone et l’ouvrage.',
      source: 'R. 563-5 du code de l’environnement ; arrêté du 22 octobre 2010',
    },
  ],
  atRenewal: null,
  explanations: [
    {
      order: 1,
      title: 'Sismicité',
      paragraphs: [
        {
          lead: 'Ce qu’il faut savoir.',
          text: 'La France est divisée en cinq zones de sismicité croissante, de 1 (très faible) à 5 (forte) (R. 563-4 du code de l’environnement). L’information est due à partir de la zone 2. Selon la zone et l’ouvrage, une construction neuve ou des travaux importants suivent des règles parasismiques.',
        },
        {
          lead: 'Avant.',
          text: 'Repérer les endroits sûrs et les points de coupure du gaz, de l’eau et de l’électricité ; fixer les meubles lourds et les appareils au mur.',
        },
        {
          lead: 'Pendant la secousse.',
          text: 'À l’intérieur, s’abriter près d’un mur porteur ou sous un meuble solide, loin des fenêtres. Dehors, s’éloigner de ce qui peut tomber. En voiture, s’arrêter à distance des constructions et des fils électriques.',
        },
        {
          lead: 'Après.',
          text: 'Couper le gaz et l’électricité, sortir sans ascenseur, s’éloigner des façades ; s’attendre à des répliques. Près de la mer, gagner les hauteurs.',
        },
      ],
      address: GEORISQUES,
    },
  ],
  method: { by: 'commune', name: 'la sismicité', order: 1 },
  form: ({ state, details, contradiction, sentence, article }) => {
    const isSure = contradiction === undefined;
    const boxes = Object.entries(ZONES).map(([zone, name]) => ({
      label: `zone ${zone} ${name}`,
      checked: isSure && details?.zone === Number(zone),
    }));
    const rows: Row[] = [choice('L’immeuble se situe dans une commune de sismicité classée en', boxes, sentence)];
    if (state === 'concerned')
      rows.push(
        text('Pièce à joindre', `${FICHE} (R. 125-24, 2°), résumée en partie ${PART.explanations}.`, GEORISQUES),
      );
    return { letter: 'D', title: 'Zonage sismique réglementaire', article, rows };
  },
  drawing: null,
});
