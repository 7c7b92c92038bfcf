import { isMeasuredFromParcels, propertyAt } from '#domain/geometry/overlap.ts';
import { capitalised, enumeration } from '#domain/french.ts';
import type { Own, OwnHeading } from '#domain/headings/heading.ts';
import { OWN, OWN_HEADINGS } from '#domain/headings/headings.ts';
import { inTheCommunes, ofTheParcels, theParcels } from '#domain/property/place-in-words.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { Provenance } from '#domain/risks/facts.ts';
import { PPR_FAMILIES, type Heading } from '@clairisque/contract/common/headings.ts';
import type { Findings } from '#domain/risks/findings.ts';
import { BUILDINGS_METHOD, publishedBuildings } from '#domain/printing/buildings.ts';
import type { StatementInput } from './input.ts';

/** Printed once below the table of sources, since nearly every line has them. */
export const USUAL_CREDIT = 'Ministère chargé de l’environnement, BRGM';
export const LICENCE = 'Licence Ouverte 2.0 (Etalab)';

/** Read in files that we hold, a release or a table of the law, when the statement is made. */
export const isHeld = ({ edition, source }: Provenance): boolean => edition !== undefined || source.startsWith('law-');

/** How the sources were queried and compared, paragraph by paragraph. */
export const methodOf = ({ place, place: { longitude, latitude }, findings, buildings }: StatementInput): string[] => [
  `Sauf mention contraire, ces données sont publiées sous ${LICENCE} ; celles de Géorisques par : ${USUAL_CREDIT}. Elles sont jointes à ce fichier sous forme lisible par une machine (etat-des-risques.json).`,
  ...editionsOf(findings),
  `Chaque source est interrogée pour ${theParcels(place)} du bien et pour un point du bien, latitude ${degrees(latitude)}, longitude ${degrees(longitude)} (WGS 84). Les zones dont le contour est public (${namesBy('outline').join(', ')}) sont comparées au contour cadastral ${ofTheParcels(place)} ; à moins de 30 mètres d’une limite, le document demande de vérifier sur le plan lui-même.`,
  comparedOf(findings, place),
  'Chaque rubrique a trois réponses possibles : concerné, non concerné, donnée non obtenue. L’absence de réponse d’une source n’est jamais présentée comme une absence de risque.',
  `Les distances ${isMeasuredFromParcels(propertyAt(place)) ? 'aux sites et aux zones sont mesurées à vol d’oiseau' : 'aux sites sont mesurées à vol d’oiseau depuis ce point, celles aux zones'} depuis le contour ${ofTheParcels(place)}. Une distance n’est imprimée que si la source donne au site une position propre.`,
  ...(publishedBuildings(buildings).length === 0 ? [] : [BUILDINGS_METHOD]),
  'Clairisque est un service privé. Le vendeur ou le bailleur vérifie et complète ce document, dont il est l’auteur au sens de la loi.',
];

/** Five decimals: one metre. */
const degrees = (value: number): string => value.toFixed(5).replace('.', ',');

const editionsOf = (findings: Findings): string[] =>
  Object.values(findings).some(({ provenances }) => provenances.some(({ edition }) => edition !== undefined))
    ? [
        'Une donnée dont le tableau nomme l’édition a été lue dans les fichiers que son éditeur a publiés à cette date. Clairisque en garde une copie, que le code sha256 identifie : ce qui a changé depuis n’y figure pas. Les autres sources ont été interrogées en ligne.',
      ]
    : [];

const namesBy = (by: Own<OwnHeading>['method']['by']): string[] =>
  OWN_HEADINGS.map((heading) => OWN[heading].method)
    .filter((method) => method.by === by)
    .toSorted((one, other) => one.order - other.order)
    .map(({ name }) => name);

type Compared = { name: string; headings: readonly Heading[] };

/** Headings whose services answer by parcel or point; their releases have outlines. */
export const BY_PARCEL: readonly Compared[] = [
  { name: 'les plans de prévention', headings: PPR_FAMILIES },
  ...OWN_HEADINGS.flatMap((heading): Compared[] => {
    const { by, name } = OWN[heading].method;
    return by === 'parcel' ? [{ name, headings: [heading] }] : [];
  }),
  { name: 'les argiles', headings: ['argiles'] },
];

function comparedOf(findings: Findings, place: Place): string {
  const isCompared = ({ headings }: Compared): boolean =>
    headings.every((heading) => findings[heading].provenances.every(isHeld));
  const names = (isWanted: boolean): string =>
    enumeration(BY_PARCEL.filter((one) => isCompared(one) === isWanted).map(({ name }) => name));
  const [compared, others] = [names(true), names(false)];
  const sentences = [
    compared !== '' && `Ont aussi été comparés à ce contour, sans cette marge : ${compared}.`,
    others !== '' &&
      `${othersNotCompared(others, compared !== '')} Quand ces points n’atteignent pas tout le bien, un plan ou un débroussaillement connu ${inTheCommunes(place)} est dit « à vérifier ».`,
    'Le périmètre d’un plan que publie le Géoportail de l’urbanisme est imprimé à titre d’indication : il ne coche aucune case, et laisse ouverte celle dont il contredit le « non ».',
    `${capitalised(enumeration(namesBy('commune')))} sont connus par commune.`,
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}

const ANSWERS = 'par parcelle ou, à défaut, en des points répartis sur le bien (mention dans le tableau ci-dessus).';

const othersNotCompared = (others: string, isPart: boolean): string =>
  isPart
    ? `Ne l’ont pas été : ${others}, dont la source répond ${ANSWERS}`
    : `L${others.slice(1)} n’ont pas été comparés à ce contour : leur source répond ${ANSWERS}`;
