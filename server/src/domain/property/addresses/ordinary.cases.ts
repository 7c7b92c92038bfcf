import { answerOf, type Case } from './reported.cases.ts';

/** Ways and communes as people write them. */
export const ORDINARY: readonly Case[] = [
  {
    answer: answerOf('3 Avenue du Général de Gaulle|94160|94067|Saint-Mandé'),
    sure: `
      3 av du général de Gaulle 94160 St Mandé
      3 ave Gal de Gaulle Saint-Mandé
      3 avenue de Gaulle 94160 Saint Mande
      3 AV DU GAL DE GAULLE 94160 ST MANDE
      3, avenue du Gén. de Gaulle, 94160 Saint-Mandé`,
    doubtful: `
      3 avenue du Maréchal de Gaulle 94160 Saint-Mandé
      3 avenue Charles de Gaulle 94160 Saint-Mandé
      3 bd du Général de Gaulle 94160 Saint-Mandé
      3 avenue du Général Leclerc 94160 Saint-Mandé
      3 avenue du Général de Gaulle 94160 Sainte-Mandé`,
  },
  {
    answer: answerOf('21 Rue du 8 Mai 1945|33000|33063|Bordeaux'),
    sure: `
      21 rue du 8 mai 1945 33000 Bordeaux
      21 rue du huit mai 1945 Bordeaux
      21 rue du 8 mai, Bordeaux
      21 RUE 8 MAI 1945 33000`,
    doubtful: `
      21 rue du 11 mai 1945 33000 Bordeaux
      21 rue du 8 mars 33000 Bordeaux
      8 rue du 21 mai 1945 33000 Bordeaux
      12 rue du 8 mai 1945 33000 Bordeaux`,
  },
  {
    answer: answerOf('7 Rue du Faubourg Saint-Honoré|75008|75108|Paris'),
    sure: `
      7 rue du Faubourg Saint-Honoré 75008 Paris
      7 rue du Fg St Honoré Paris 8e
      7 fbg Saint Honoré 75008 Paris
      7 r. du faubourg st-honore, Paris VIII`,
    doubtful: `
      7 rue Saint-Honoré 75008 Paris
      7 rue du Faubourg Saint-Honoré 75001 Paris
      7 rue du Faubourg Saint-Denis 75008 Paris`,
  },
  {
    answer: answerOf("14bis Chemin de l'Étang|97430|97422|Le Tampon", { context: '974, La Réunion' }),
    sure: `
      14 bis chemin de l’Étang 97430 Le Tampon
      14bis ch. de l'Etang 97430 LE TAMPON
      14 BIS CHE DE L ETANG 97430 LE TAMPON
      14 bis chemin de l'étang, Le Tampon, La Réunion
      14 bis chemin de l'Étang Le Tampon (974)`,
    doubtful: `
      14 chemin de l'Étang 97430 Le Tampon
      14 ter chemin de l'Étang 97430 Le Tampon
      14 b chemin de l'Étang 97430 Le Tampon
      14 bis chemin de l'Étang 97410 Saint-Pierre
      14 bis chemin de l'Étang 97430 Le Tampon Martinique`,
  },
  {
    answer: answerOf('2a Cours Napoléon|20000|2A004|Ajaccio'),
    sure: `
      2A cours Napoléon 20000 Ajaccio
      2 A crs Napoleon, Ajaccio
      2a cours Napoléon, Ajaccio (2A)`,
    doubtful: `
      2 cours Napoléon 20000 Ajaccio
      2B cours Napoléon 20000 Ajaccio
      2A cours Napoléon, Ajaccio (2B)
      2A cours Napoléon 20200 Ajaccio`,
  },
  {
    answer: answerOf('40 Rue du Pont Neuf|71100|71076|Chalon-sur-Saône'),
    sure: `
      40 rue du Pont-Neuf 71100 Chalon-sur-Saône
      40 rue du Pont Neuf 71100 Chalon s/ Saône
      40 rue du Pontneuf Chalon sur Saone`,
    doubtful: `
      40 rue du Pont 71100 Chalon-sur-Saône
      40 rue du Pont Neuf 71100 Châlons-en-Champagne
      40 rue du Pont Vieux 71100 Chalon-sur-Saône`,
  },
  {
    answer: answerOf('18 Rue Victor Hugo|69002|69382|Lyon'),
    sure: `
      18 rue Victor Hugo 69002 Lyon
      18 rue V. Hugo Lyon 2e
      18 rue Victor-Hugo 69382 Lyon
      18 rue victor hugo lyon 2eme
      18 rue Victor Hugo 69287 Lyon Cedex 02`,
    doubtful: `
      18 rue Hugo 69002 Lyon
      18 rue Victor 69002 Lyon
      18 rue Victor H 69002 Lyon
      18 rue J. Hugo 69002 Lyon
      18 rue Victor Hugo Lyon 3e
      18 rue Victor Hugo 69100 Villeurbanne`,
  },
  {
    answer: answerOf('6 Place Jean XXIII|42000|42218|Saint-Étienne'),
    sure: `
      6 place Jean XXIII 42000 Saint-Étienne
      6 pl Jean 23 St Etienne
      6 pl. Jean XXIII SAINT ETIENNE`,
    doubtful: `
      6 place Jean XXII 42000 Saint-Étienne
      6 place Jean-Paul II 42000 Saint-Étienne`,
  },
  {
    answer: answerOf('9 Rond-Point de la Croix Rouge|44600|44184|Saint-Nazaire'),
    sure: `
      9 rond point de la Croix-Rouge 44600 Saint-Nazaire
      9 rpt Croix Rouge St-Nazaire`,
    doubtful: `
      9 rue de la Croix Rouge 44600 Saint-Nazaire
      9 rond-point de la Croix Blanche 44600 Saint-Nazaire`,
  },
  {
    answer: answerOf('1 Résidence les Tilleuls|59000|59350|Lille'),
    sure: `
      1 résidence les Tilleuls 59000 Lille
      1 rés. Tilleuls, Lille`,
    doubtful: `
      1 rue des Tilleuls 59000 Lille
      1 résidence les Peupliers 59000 Lille`,
  },
  {
    answer: answerOf('5 1ère Avenue|06510|06033|Carros'),
    sure: `
      5 1ère avenue 06510 Carros
      5 1re avenue 06510 Carros
      5 première avenue 06510 Carros`,
    doubtful: `
      5 2ème avenue 06510 Carros
      1 avenue 06510 Carros`,
  },
  {
    answer: answerOf('12 Rue de Paris|59000|59350|Lille'),
    sure: `
      12 rue de Paris Lille
      12 rue de Paris 59000 Lille`,
    doubtful: `
      12 rue de Lille, Paris
      12 rue de Paris, Paris
      12 rue de Paris Roubaix`,
  },
  {
    answer: answerOf('12 Rue de Rennes|35000|35238|Rennes'),
    sure: `
      12 rue de Rennes Rennes
      12 rue de Rennes 35000 Rennes
      12 rue de Rennes 35000
      12 Rennes, 35000 Rennes`,
    doubtful: `
      12 Rennes 35000
      12 rue de Rennes
      12 rue de Rennes 75006 Paris`,
  },
  {
    answer: answerOf('12 Rue du Moulin|24330|24156|La Douze'),
    sure: `
      12 rue du Moulin 24330 La Douze
      12 rue du Moulin, rez-de-chaussée, LA DOUZE`,
    doubtful: `
      12 rue du Moulin 24330 Apt
      12 rue du Moulin 24330 La Chaussée
      12 rue du Moulin 24330 Étage`,
  },
  {
    answer: answerOf('10 Grande Rue|25000|25056|Besançon'),
    sure: `
      10 Grand'Rue 25000 Besançon
      10 GRANDE RUE BESANCON
      10, Grand Rue - 25000 Besançon`,
    doubtful: `
      10 Petite Rue 25000 Besançon
      10 rue 25000 Besançon`,
  },
  {
    answer: answerOf('5 Zone Artisanale des Lilas|35000|35238|Rennes'),
    sure: `
      5 ZA des Lilas 35000 Rennes
      5 zone artisanale des Lilas Rennes`,
    doubtful: `
      5 ZI des Lilas 35000 Rennes
      5 rue des Lilas 35000 Rennes`,
  },
];
