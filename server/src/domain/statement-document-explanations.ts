/**
 * Our own summaries, the same in every statement. They replace none of the State's information sheets, which are to be
 * attached when they are due (R125-24 2° and 3°): each ends with the official address.
 */
export type Explanation = { title: string; paragraphs: string[]; address: { text: string; href: string } };

export const EXPLANATIONS_INTRO =
  'Ces résumés sont rédigés par Clairisque pour aider à lire ce document. Ils ne remplacent pas les fiches d’information officielles, à joindre lorsque le bloc K les demande.';

const GEORISQUES = { text: 'www.georisques.gouv.fr', href: 'https://www.georisques.gouv.fr/' };

export const EXPLANATIONS: Explanation[] = [
  {
    title: 'Les plans de prévention des risques',
    paragraphs: [
      'Un plan prescrit est en cours d’élaboration : son périmètre et ses règles ne sont pas encore arrêtés. Un plan appliqué par anticipation n’est pas encore approuvé, mais certaines de ses règles s’imposent déjà. Un plan approuvé s’applique ; il peut être révisé.',
      'Le plan découpe le territoire en zones. Pour chacune, son règlement dit ce qui peut être construit et, parfois, quels travaux sont à faire sur les bâtiments existants. Être dans la commune d’un plan n’est pas être dans une de ses zones.',
    ],
    address: GEORISQUES,
  },
  {
    title: 'Sismicité',
    paragraphs: [
      'La France est divisée en cinq zones de sismicité croissante, de 1 (très faible) à 5 (forte) (R. 563-4 du code de l’environnement). L’information est due à partir de la zone 2.',
      'Pendant une secousse : s’abriter sous un meuble solide ou près d’un mur porteur, loin des vitres. Après : couper le gaz et l’électricité, sortir, s’éloigner des façades.',
    ],
    address: GEORISQUES,
  },
  {
    title: 'Radon',
    paragraphs: [
      'Le radon est un gaz radioactif naturel issu du sol, qui peut s’accumuler dans les pièces fermées. C’est une cause reconnue de cancer du poumon. Les communes sont classées de 1 à 3 ; l’information est due au niveau 3.',
      'Pour savoir, il faut mesurer : des détecteurs restent deux mois, en période de chauffage, dans les pièces occupées les plus basses. Le niveau de référence est de 300 Bq/m³ : au-delà, aérer, ventiler, rendre étanches les passages vers le sol.',
    ],
    address: GEORISQUES,
  },
  {
    title: 'Débroussaillement',
    paragraphs: [
      'Dans les territoires exposés, à moins de 200 mètres des bois et forêts, la végétation est réduite sur 50 mètres autour des constructions ; le maire peut porter cette distance à 100 mètres (L. 134-6 du code forestier).',
      'Lors d’une vente, le vendeur atteste sur l’honneur que le terrain est débroussaillé (L. 131-10 du code forestier).',
    ],
    address: GEORISQUES,
  },
  {
    title: 'Pollution des sols',
    paragraphs: [
      'Un secteur d’information sur les sols (SIS) est un terrain dont l’État connaît la pollution : un changement d’usage y demande une étude. CASIAS recense d’anciennes activités qui ont pu polluer : y figurer ne prouve pas une pollution.',
      'Si une pollution rend le terrain impropre à l’usage prévu et que l’information n’a pas été donnée, l’acquéreur ou le locataire peut demander la résolution du contrat ou une réduction du prix dans les deux ans de sa découverte (L. 125-7 du code de l’environnement).',
    ],
    address: GEORISQUES,
  },
  {
    title: 'Recul du trait de côte',
    paragraphs: [
      'Deux zones sont délimitées dans les communes qui ont une carte : exposition d’ici 30 ans, et entre 30 et 100 ans. Dans la seconde, une construction nouvelle peut devoir être démolie, aux frais de son propriétaire, lorsque le recul met la sécurité en cause à trois ans (L. 121-22-5 du code de l’urbanisme).',
    ],
    address: { text: 'www.geoportail-urbanisme.gouv.fr', href: 'https://www.geoportail-urbanisme.gouv.fr/' },
  },
  {
    title: 'Bruit des aérodromes',
    paragraphs: [
      'Le plan d’exposition au bruit distingue les zones A et B (bruit fort), C (bruit modéré) et D (information). Les logements sont en principe interdits en A, très limités en B et en C, possibles en D avec une isolation acoustique.',
    ],
    address: { text: 'www.geoportail.gouv.fr', href: 'https://www.geoportail.gouv.fr/' },
  },
];
