import type { Feature } from '#recordings.ts';
import { communesOfPostcode } from '#territory/commune-search.ts';
import type { Commune } from '#territory/communes.ts';
import { plainText } from '#territory/plain-text.ts';
import { addressPoint } from '#territory/streets.ts';
import { houseNumber, streetFeature } from './features.ts';

/** An answer to another address than the one asked, as users of the real service reported it. */
type Reported = {
  asked: string;
  number: string | null;
  street: string;
  postcode: string;
  insee: string;
  score: number;
  /** Former commune: code and name. */
  old?: [code: string, name: string];
};

const REPORTED: readonly Reported[] = [
  { asked: '12 bis villa Gaudelet 75011 Paris', number: '12', street: 'Villa Gaudelet', postcode: '75011', insee: '75111', score: 0.94 },
  { asked: '103 rue du mont griffon 60110 Amblainville', number: '103', street: 'Le Mont Griffon', postcode: '60110', insee: '60010', score: 0.742 },
  { asked: '5 rue Nationale 59140 Dunkerque', number: '5', street: 'Rue Nationale', postcode: '59430', insee: '59183', score: 0.91, old: ['59248', 'Fort-Mardyck'] },
  { asked: '14 rue des Lilas 35000 Rennes', number: '4', street: 'Rue des Lilas', postcode: '35000', insee: '35238', score: 0.88 },
  { asked: '4 rue de la République 35000 Rennes', number: '4', street: 'Place de la République', postcode: '35000', insee: '35238', score: 0.86 },
  { asked: '3 rue de Bretagne 75003 Paris', number: '3', street: 'Rue de Bretagne', postcode: '75002', insee: '75102', score: 0.93 },
  { asked: '5 rue du Centre 01000 Saint-Denis-lès-Bourg', number: '5', street: 'Rue du Centre', postcode: '01000', insee: '01053', score: 0.81 },
  { asked: '11B rue des Anges Tourcoing 59200', number: null, street: 'Rue des Anges', postcode: '59200', insee: '59599', score: 0.732 },
]; // prettier-ignore

const byText = new Map(REPORTED.map((one) => [textOf(one.asked), one]));

/** Its words in any order, and « 11B » as « 11 B ». */
function textOf(asked: string): string {
  return plainText(asked.replaceAll(/(\d)(?=\p{L})/gu, '$1 '))
    .split(' ')
    .toSorted()
    .join(' ');
}

/** The reported answer to that text, with its score; null when none was. */
export function reportedAnswer(q: string): { feature: Feature; score: number } | null {
  const found = byText.get(textOf(q));
  const commune = found && communesOfPostcode(found.postcode).find(({ insee }) => insee === found.insee);
  if (found === undefined || commune === undefined) return null;
  const street = { name: found.street, band: 1, segment: 0 };
  if (found.number === null) return { feature: streetFeature(commune, street), score: found.score };
  const { number } = found;
  const feature = houseNumber({ commune, street, number, point: addressPoint(commune, street, Number(number)) });
  return { feature: inFormer(feature, found.old), score: found.score };
}

const inFormer = (feature: Feature, [oldcitycode, oldcity]: [string?, string?] = []): Feature =>
  oldcitycode === undefined ? feature : { ...feature, properties: { ...feature.properties, oldcitycode, oldcity } };

/** Former communes of one that merged, each with a street of that name at its own place. */
const MERGED: Record<string, readonly [code: string, name: string][]> = {
  '85197': [['85197', 'SAINT-ANDRE-TREIZE-VOIES'], ['85150', 'Mormaison']],
}; // prettier-ignore

/** Gives one address in each former commune of a merged one, as for « Rue de la Mairie »; else itself. */
export function homonymsOf(commune: Commune, street: string, number: string): Feature[] | null {
  const parts = MERGED[commune.insee];
  if (parts === undefined) return null;
  return parts.map((part, rank) => {
    const there = { name: street, band: 2 - 4 * rank, segment: 0 };
    const point = addressPoint(commune, there, Number.parseInt(number, 10));
    return inFormer(houseNumber({ commune, street: there, number, point }), part);
  });
}
