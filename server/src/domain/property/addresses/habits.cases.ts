import { answerOf, type Case } from './reported.cases.ts';

/** Agents, notaries, diagnosticians and spreadsheets write so; some names are near. */
export const HABITS: readonly Case[] = [
  {
    answer: answerOf('12 Rue des Lilas|35000|35238|Rennes', { context: '35, Ille-et-Vilaine, Bretagne' }),
    sure: `
      sise à RENNES (35000) 12 rue des Lilas
      12 rue des Lilas, à Rennes (Ille-et-Vilaine)
      A RENNES (ILLE-ET-VILAINE) 35000 12 rue des Lilas
      12 rue des Lilas 35000 Rennes 35000
      12 rue des Lilas Rennes 35
      Mr Dupont 12 rue des Lilas 35000 Rennes
      M. et Mme Dupont, 12 rue des Lilas 35000 Rennes
      SCI du Parc, 12 rue des Lilas 35000 Rennes
      Maison 12 rue des Lilas 35000 Rennes
      12 rue des Lilas place de parking 14 35000 Rennes
      Bâtiment B escalier 2 3ème étage porte gauche 12 rue des Lilas 35000 Rennes
      12 rue des Lilas Résidence Les Tilleuls 35000 Rennes`,
    doubtful: `
      12 les Lilas 35000 Rennes
      12 rue A. Lilas 35000 Rennes
      12 rue D. Lilas 35000 Rennes
      12 rue des Lilas A 35000 Rennes
      12 rue des Lilas D, 35000 Rennes
      12 rue des Lilas résidence 14 rue des Roses 35000 Rennes
      12 rue des Lilas Résidence Bel Air 8 allée des Roses 35000 Rennes
      12 rue des Lilas chez Durand 8 bis rue des Roses Rennes
      12 rue des Lilas résidence rue des Roses 35000 Rennes
      M. Dupont 14 rue des Lilas 35000 Rennes
      M. Rue des Roses 12 rue des Lilas 35000 Rennes
      12½ rue des Lilas 35000 Rennes
      12 1/2 rue des Lilas 35000 Rennes
      12 ou 14 rue des Lilas 35000 Rennes
      12 bis A rue des Lilas 35000 Rennes
      lot 12 rue des Lilas 35000 Rennes
      12 rue des Lilas 35000 Rennes 2
      12 rue des Lilas Rennes 56
      12 rue des Lilas 3500 Rennes
      AB 12 rue des Lilas 35000 Rennes`,
  },
  {
    answer: answerOf('15 Rue D|91120|91477|Palaiseau'),
    sure: `
      15 rue D 91120 Palaiseau
      15 RUE D PALAISEAU`,
    doubtful: `
      15 rue 91120 Palaiseau
      15 rue de Palaiseau
      15 D rue Palaiseau
      15 rue L 91120 Palaiseau
      15 rue A 91120 Palaiseau`,
  },
  {
    answer: answerOf('1 Rue A|13127|13117|Vitrolles'),
    sure: `
      1 rue A 13127 Vitrolles`,
    doubtful: `
      1 rue 13127 Vitrolles
      1 A rue 13127 Vitrolles`,
  },
  {
    answer: answerOf('5 Rue du Moulin|59000|59350|Lille'),
    sure: `
      5 r. du Moulin Lille
      5 rue du Moulin à Lille`,
    doubtful: `
      5 le Moulin 59000 Lille
      5, le Moulin, 59000 Lille
      5 rue Jean Moulin Lille
      5 rue J. du Moulin Lille`,
  },
  {
    answer: answerOf('15 Rue Léon Blum|91120|91477|Palaiseau'),
    sure: `
      15 rue L. Blum Palaiseau
      15 RUE L. BLUM 91120 PALAISEAU`,
    doubtful: `
      15 rue A. Blum Palaiseau
      15 rue de L. Palaiseau
      15 L rue Blum Palaiseau`,
  },
  {
    answer: answerOf('5 Rue Charles de Gaulle|69380|69009|Anse'),
    sure: `
      5 rue Ch. de Gaulle 69380 Anse
      5 rue C. de Gaulle 69380 Anse`,
    doubtful: `
      5 rue Chr. de Gaulle 69380 Anse
      5 rue H. de Gaulle 69380 Anse`,
  },
  {
    answer: answerOf('4 Avenue Aristide Briand|94120|94033|Fontenay-sous-Bois'),
    sure: `
      4 av. A. Briand 94120 Fontenay s/ Bois
      4 av A.Briand Fontenay s/Bois
      4 AV. A. BRIAND FONTENAY/BOIS`,
    doubtful: `
      4 av. D. Briand 94120 Fontenay s/ Bois
      4 av. A. Briand Fontenay aux Roses`,
  },
  {
    answer: answerOf('22 Rue du Bac|92600|92004|Asnières-sur-Seine'),
    sure: `
      22 rue du Bac Asnières s/ Seine
      22 rue du Bac ASNIERES S/SEINE
      22 rue du Bac Asnieres/Seine`,
    doubtful: `
      22 rue du Bac Asnières s/ Oise
      22 rue du Bac Asnieres/Oise`,
  },
  {
    answer: answerOf('2 Rue de Bourg|01000|01344|Saint-Denis-lès-Bourg'),
    sure: `
      2 rue de Bourg 1000 Saint Denis lès Bourg
      2 rue de Bourg;1000;ST DENIS LES BOURG`,
    doubtful: `
      2 rue de Bourg 1001 Saint Denis lès Bourg
      2 rue de Bourg 1000 Bourg-en-Bresse
      1000 rue de Bourg Saint-Denis-lès-Bourg`,
  },
  {
    answer: answerOf('9 Cours Napoléon|20000|2A004|Ajaccio', { context: '2A, Corse-du-Sud, Corse' }),
    sure: `
      9 cours Napoléon Ajaccio 2A
      9 cours Napoléon Ajaccio (2A)
      9 crs Napoleon 20000 AJACCIO`,
    doubtful: `
      9 cours Napoléon Ajaccio 2B
      9 cours Napoléon 2A
      cours Napoléon Ajaccio 9 A`,
  },
  {
    answer: answerOf('4 Rue Saint-Martin|75004|75104|Paris', { context: '75, Paris, Île-de-France' }),
    sure: `
      4 rue St Martin Paris IVe
      4 rue St Martin Paris IVème
      4 rue St Martin Paris 75`,
    doubtful: `
      4 rue St Martin Paris IIIe
      4 rue St Martin Paris Ier`,
  },
  {
    answer: answerOf('45 Route Départementale 7|84100|84087|Orange'),
    sure: `
      45 RD 7 84100 Orange
      45 D7 84100 Orange
      45, D 7 84100 Orange
      45 R.D. 7 Orange
      45 route D7 Orange
      45 rte départementale n° 7 Orange
      45 CD 7 Orange`,
    doubtful: `
      45 RN 7 84100 Orange
      45 N7 84100 Orange
      45 D 77 84100 Orange
      45 D 7A 84100 Orange
      7 D 45 84100 Orange`,
  },
  {
    answer: answerOf('7 Route Nationale|84100|84087|Orange'),
    sure: `
      7 route nationale 84100 Orange`,
    doubtful: `
      7 RN 7 Orange
      RN 7 84100 Orange`,
  },
  {
    answer: answerOf('45 D 7|84100|84087|Orange'),
    sure: `
      45 RD7 Orange
      45 route départementale 7 Orange`,
    doubtful: `
      45 RN7 Orange`,
  },
  {
    answer: answerOf('12 Chemin Rural No 3 dit des Prés|38140|38337|Rives'),
    sure: `
      12 chemin rural n° 3 dit des Prés 38140 Rives
      12 CR 3 dit des Prés 38140 Rives`,
    doubtful: `
      12 chemin des Prés 38140 Rives
      12 chemin rural n° 4 dit des Prés 38140 Rives`,
  },
  {
    answer: answerOf('12 Rue du Onze Novembre|42100|42218|Saint-Étienne'),
    sure: `
      12 rue du 11 novembre 1918 42100 St-Étienne
      12 rue du 11 nov. 1918 42100 St-Étienne`,
    doubtful: `
      11 rue du 12 novembre 1918 42100 St-Étienne
      12 rue du 11 42100 Saint-Étienne`,
  },
  {
    answer: answerOf('5 Rue du 8 Mai 1945|14000|14118|Caen'),
    sure: `
      5 rue du 8 mai 45 14000 Caen`,
    doubtful: `
      5 rue du 8 mai 54 14000 Caen
      5 rue du 8 mai 1954 14000 Caen`,
  },
  {
    answer: answerOf('10 Rue de l’Église|67000|67482|Strasbourg'),
    sure: `
      10 rue de lʼÉglise 67000 Strasbourg
      10 rue de l'eglise Strasbourg`,
    doubtful: `
      10 rue des Églises Strasbourg`,
  },
  {
    answer: answerOf('4 Grande Rue|61100|61218|Ô'),
    sure: `
      4 Gde Rue 61100 Ô
      4 Gd Rue Ô`,
    doubtful: `
      4 petite rue 61100 Ô`,
  },
  {
    answer: answerOf('8 Zone Artisanale des Grands Prés|73000|73065|Chambéry'),
    sure: `
      8 Z.A. des Grands Prés Chambéry
      8 ZA des Gds Prés 73000 Chambéry`,
    doubtful: `
      8 Z.I. des Grands Prés Chambéry`,
  },
  {
    answer: answerOf('8 Rue de la Vie|93000|93008|Bobigny'),
    sure: `
      8 RUE DE LA VIE 93000 BOBIGNY`,
    doubtful: `
      8 rue VIe Bobigny`,
  },
];
