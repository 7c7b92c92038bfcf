import { knownAddress, type KnownAddress } from './known-address.ts';

type Properties = { housenumber?: string; oldcity?: string; oldcitycode?: string; context?: string };

/** « 12bis Rue des Lilas|35000|35238|Rennes », as the BAN answers. */
export function answerOf(text: string, more: Properties = {}): KnownAddress {
  const [name = '', postcode = '', citycode = '', city = ''] = text.split('|');
  const number = /^\d+(?: ?(?:bis|ter|quater|[a-z])(?= [A-Z]))?/i.exec(name)?.[0];
  const type = number === undefined ? 'street' : 'housenumber';
  const properties = { label: `${name} ${postcode} ${city}`, type, postcode, citycode, city, ...more };
  return knownAddress({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [2, 48] },
    properties: number === undefined ? properties : { housenumber: number, ...properties },
  });
}

/** What is typed beside one answer: one line each, sure or doubtful. */
export type Case = { answer: KnownAddress; sure: string; doubtful: string };

/** Cases from public reports of geocoding services, and answers recorded from them. */
export const REPORTED: readonly Case[] = [
  {
    answer: answerOf('12 Rue des Lilas|35000|35238|Rennes', { context: '35, Ille-et-Vilaine, Bretagne' }),
    sure: `
      12 Rue des Lilas 35000 Rennes
      12 rue des lilas, 35000 RENNES
      12 RUE DES LILAS 35000 RENNES
      12, rue des Lilas - 35000 Rennes
      12 r. des Lilas Rennes
      12 r lilas rennes
      12 RUE LILAS 35000
      n° 12 rue des Lilas 35000 Rennes
      N°12, rue des Lilas, 35000 Rennes, France
      rue des Lilas 12, 35000 Rennes
      35000 Rennes, 12 rue des Lilas
      Rennes 12 rue des Lilas
      12 rue des Lilas Rennes 35000 Rennes
      12 rue des Lilas F-35000 Rennes
      12 rue des Lilas 35 000 Rennes
      12 rue des Lilas, Rennes (35)
      12 rue des Lilas, Rennes, Ille-et-Vilaine
      12 rue des Lilas Rennes cedex 7
      12 rue des Lilas 35042 Rennes Cedex
      appt 3, 12 rue des Lilas, 35000 Rennes
      12 rue des Lilas, bât. B, 3e étage gauche, 35000 Rennes
      12 rue des Lilas appartement 14 35000 Rennes
      Résidence les Tilleuls, bât B, 12 rue des Lilas, 35000 Rennes
      résidence les Tilleuls bât B2 12 rue des Lilas 35000 Rennes
      12 rue des Lilas Résidence les Tilleuls 35000 Rennes
      12 rue des Lilas BP 123 35000 Rennes
      12 rue des Lilas, CS 12345, 35000 Rennes
      sis 12 rue des Lilas à Rennes
      12 rue des Lilas esc. C porte 4 35000 Rennes`,
    doubtful: `
      12 bis rue des Lilas 35000 Rennes
      12bis rue des Lilas Rennes
      12 B rue des Lilas 35000 Rennes
      12B rue des Lilas 35000 Rennes
      12 ter, rue des Lilas, 35000 Rennes
      12-14 rue des Lilas 35000 Rennes
      12/14 rue des Lilas 35000 Rennes
      12 à 16 rue des Lilas 35000 Rennes
      12 bis-14 rue des Lilas 35000 Rennes
      12, 14 rue des Lilas 35000 Rennes
      14 rue des Lilas 35000 Rennes
      112 rue des Lilas 35000 Rennes
      rue des Lilas 14, 35000 Rennes
      rue des Lilas 35000 Rennes
      12 rue des Lilas
      12 35000 Rennes
      12 place des Lilas 35000 Rennes
      12 allée des Lilas Rennes
      12 imp. des Lilas 35000 Rennes
      12 rue du Lilas 35000 Rennes
      12 rue des Lilas blancs 35000 Rennes
      12 rue des Roses 35000 Rennes
      12 rue Lucie Lilas 35000 Rennes
      12 lieu-dit les Lilas 35000 Rennes
      12 rue des Lilas 35200 Rennes
      12 rue des Lilas 44000 Rennes
      12 rue des Lilas 44000
      12 rue des Lilas 44042 Rennes Cedex
      12 rue des Lilas Nantes
      12 rue des Lilas 35000 Saint-Grégoire
      12 rue des Lilas, Rennes (44)
      12 rue des Lilas Rennes-les-Bains
      12 rue de Rennes, Les Lilas
      12 rue des Lilas, Château-Gontier
      Fort-Mardyck, 12 rue des Lilas, 35000 Rennes
      12 rue des Lilas, rue des Roses, 35000 Rennes
      12 cité des Roses, rue des Lilas, 35000 Rennes
      12, hameau de la Forge, rue des Lilas, 35000 Rennes`,
  },
  {
    answer: answerOf('12 Villa Gaudelet|75011|75111|Paris'),
    sure: `
      12 villa Gaudelet 75011 Paris
      12 vla gaudelet, Paris 11e
      12 villa Gaudelet Paris 11
      12 villa Gaudelet 75111 Paris
      12 villa Gaudelet 75543 Paris Cedex 11
      12 villa Gaudelet Paris 11ème arrondissement`,
    doubtful: `
      12 BIS villa Gaudelet 75011 Paris
      12 rue Gaudelet 75011 Paris
      12 villa Gaudelet 75012 Paris
      12 villa Gaudelet Paris 12e
      12 villa Gaudelet 75543 Paris Cedex 12`,
  },
  {
    answer: answerOf('103 Le Mont Griffon|60110|60010|Amblainville'),
    sure: `
      103 Le Mont Griffon 60110 Amblainville
      103 le mont griffon Amblainville
      103 lieu-dit le Mont Griffon, Amblainville
      103 lieudit Montgriffon 60110 Amblainville`,
    doubtful: `
      103 rue du mont griffon 60110 Amblainville
      103 chemin du Mont Griffon, Amblainville`,
  },
  {
    answer: answerOf('5 Rue Nationale|59430|59183|Dunkerque', { oldcity: 'Fort-Mardyck', oldcitycode: '59248' }),
    sure: `
      5 rue Nationale 59430 Dunkerque
      5 rue Nationale 59430 Fort-Mardyck
      5 rue Nationale, Fort Mardyck, 59430 Dunkerque
      5 rue Nationale 59430 Dunkerque (Fort-Mardyck)`,
    doubtful: `
      5 rue Nationale 59140 Dunkerque
      5 rue Nationale 59430 Dunkerque (Petite-Synthe)
      5 rue Nationale 59430 Dunkerque (Dunkerque)
      5 rue Nationale, Petite-Synthe, 59430 Dunkerque`,
  },
  {
    answer: answerOf('4 Place de la République|35000|35238|Rennes'),
    sure: `
      4 place de la République 35000 Rennes
      4 pl. Republique, Rennes
      4, PL DE LA REPUBLIQUE 35000 RENNES`,
    doubtful: `
      4 rue de la République 35000 Rennes
      4 r. de la République Rennes
      4 place de la Révolution 35000 Rennes`,
  },
  {
    answer: answerOf('5 Rue du Centre|01000|01053|Bourg-en-Bresse'),
    sure: `
      5 rue du Centre 01000 Bourg-en-Bresse
      5 rue du centre BOURG EN BRESSE
      5 r du Centre, Bourg en Bresse`,
    doubtful: `
      5 rue du Centre 01000 Saint-Denis-lès-Bourg
      5 rue du Centre 01000 Bourg
      5 rue du Centre 01000 Brou`,
  },
  {
    answer: answerOf('Rue des Anges|59200|59599|Tourcoing'),
    sure: '',
    doubtful: `
      11B Rue des Anges Tourcoing 59200
      11B rue des Anges, Tourcoing
      rue des Anges 59200 Tourcoing`,
  },
  {
    answer: answerOf('8 la bodinière|85260|85197|Montréverd', {
      oldcity: 'SAINT-ANDRE-TREIZE-VOIES',
      oldcitycode: '85197',
    }),
    sure: `
      8 La Bodinière 85260 Montréverd
      8 la Bodiniere, St André Treize Voies
      8 lieu dit la Bodinière 85260 Saint-André-13-Voies
      8 LA BODINIERE 85260 SAINT ANDRE TREIZE VOIES MONTREVERD
      8 la bodinière 85260 Montréverd (SAINT-ANDRE-TREIZE-VOIES)`,
    doubtful: `
      8 La Bodini 85260 Montréverd
      8 bis la Bodinière 85260 Montréverd
      8 rue de la Bodinière 85260 Montréverd
      8 la Bodinière 85260 Mormaison
      8 la bodinière 85260 Montréverd (Mormaison)`,
  },
  {
    answer: answerOf('12 rue de la Colombe|69630|69043|Chaponost'),
    sure: `
      12 rue de la colombe chaponost
      12 rue Colombe 69630 CHAPONOST`,
    doubtful: `
      12 rue de la Colombe 69230 Chaponost
      12 rue des Colombes 69630 Chaponost`,
  },
];
