import type { Catnat, Clay, HazardStatus } from './facts.ts';
import { counted, enumeration } from '#domain/french.ts';
import { departementOf } from '#domain/geometry/place.ts';
import { OUTSIDE_DUTY, rule, type Assessment, type Open } from './rule.ts';

const CLAY = { 0: 'nulle', 1: 'faible', 2: 'moyenne', 3: 'forte' };

/**
 * Retrait-gonflement des argiles: outside the duty of R125-23. Four results: exposed, mapped and not exposed, not
 * mapped here, not obtained. Levels 2 and 3 require a geotechnical study before the sale of undeveloped building land
 * (CCH L132-4 and following; areas of the arrêté of 9 January 2026, NOR TECP2527988A, in force on 1 July 2026).
 */
export const argiles = rule({
  heading: 'argiles',
  title: 'Retrait-gonflement des argiles',
  article: OUTSIDE_DUTY,
  facts: ['clay'],
  assess: ({ clay }, { inseeCodes }) => {
    const { exposure } = clay;
    if (exposure === 0 && !inseeCodes.some(isClayMapped)) return NOT_MAPPED;
    const sentence =
      exposure === 0
        ? 'L’immeuble est situé sur le territoire de la carte et hors des zones d’exposition au retrait-gonflement des argiles.'
        : `L’immeuble est situé dans une zone d’exposition ${CLAY[exposure]} au retrait-gonflement des argiles (niveau ${exposure} sur 3).`;
    return {
      state: exposure === 0 ? 'not-concerned' : 'concerned',
      sentence: `${sentence} ${mapSentence(clay.map)}`,
      ...(exposure >= 2 && {
        duty: 'Pour la vente d’un terrain non bâti constructible, une étude géotechnique préalable est à joindre (articles L. 132-4 et suivants du code de la construction et de l’habitation).',
      }),
      details: clay,
    };
  },
});

/** The map of 2020 covers « l'ensemble du territoire métropolitain à l'exception de Paris »: elsewhere no zone means no map. */
function isClayMapped(inseeCode: string): boolean {
  const departement = departementOf(inseeCode);
  return departement !== '75' && !/^9[78]/u.test(departement);
}

const NOT_MAPPED: Open = {
  state: 'open',
  reason: 'not-mapped',
  sentence:
    'Non cartographié ici : la carte d’exposition au retrait-gonflement des argiles couvre la métropole, sauf Paris. Cela ne vaut pas absence de risque.',
};

const MAPS = {
  '2020':
    'Carte lue : celle de 2020, remplacée pour les contrats conclus depuis le 1er juillet 2026 par celle de l’arrêté du 9 janvier 2026.',
  '2026': 'Carte lue : celle de l’arrêté du 9 janvier 2026, en vigueur depuis le 1er juillet 2026.',
};

function mapSentence(map: Clay['map']): string {
  return map === undefined
    ? 'Carte lue : la source ne dit pas si c’est celle de 2020 ou celle de l’arrêté du 9 janvier 2026, en vigueur depuis le 1er juillet 2026.'
    : MAPS[map];
}

export const remonteeDeNappe = rule({
  heading: 'remontee-de-nappe',
  title: 'Remontée de nappe',
  article: OUTSIDE_DUTY,
  facts: ['report'],
  assess: ({ report: { groundwater } }, property) =>
    groundwater && assessReport(groundwater, 'risque de remontée de nappe', property),
});

export const canalisations = rule({
  heading: 'canalisations',
  title: 'Canalisations de matières dangereuses',
  article: OUTSIDE_DUTY,
  facts: ['report'],
  assess: ({ report: { pipelines } }, property) =>
    pipelines && assessReport(pipelines, 'risque lié aux canalisations de matières dangereuses', property),
});

/** « Risque Existant - faible », « Concerné », « Risque Concerne »; not « Risque non Concerne » nor « Inconnu ». */
const AFFIRMED = /^(?:risque )?(?:existant|concern)/iu;
/** « Risque non Concerne », « Risque non Connu »: the State's « non ». « Risque Inconnu » is not. */
const DENIED = /\bnon (?:concern|connu)/iu;

/**
 * The State's report mixes address and commune in `present`: only the status at the address makes a finding. Without
 * it, or when the report's address is too far, the heading is « non précisé », whatever is known about the commune.
 */
function assessReport(
  { present, commune, address }: HazardStatus,
  hazard: string,
  { isInSeveral }: { isInSeveral: boolean },
): Assessment<Pick<HazardStatus, 'commune' | 'address'>> | Open {
  const details = { commune, address };
  if (address && AFFIRMED.test(address)) {
    return { state: 'concerned', sentence: `Un ${hazard} est signalé à l’adresse de l’immeuble.`, details };
  }
  const inCommuneWords = isInSeveral ? 'dans une des communes' : 'dans la commune';
  const inCommune = commune ? AFFIRMED.test(commune) : present;
  if (address === null || !DENIED.test(address)) {
    const where = commune === null ? 'pour ce lieu' : inCommuneWords;
    const known = inCommune ? `Un ${hazard} est signalé ${where}. ` : '';
    const sentence = `${known}Non précisé à l’adresse de l’immeuble : le rapport de l’État n’y donne pas de statut pour le ${hazard}. À vérifier sur www.georisques.gouv.fr.`;
    return { state: 'open', reason: 'not-specified', sentence };
  }
  const sentence = inCommune
    ? `Un ${hazard} est signalé ${inCommuneWords}, mais non à l’adresse de l’immeuble : à vérifier.`
    : `Aucun ${hazard} n’est signalé à l’adresse de l’immeuble.`;
  return { state: 'not-concerned', sentence, toVerify: inCommune, details };
}

/**
 * R125-24, 5° code de l'environnement requires only the arrêtés that affected the property and led to an indemnity
 * (L125-2, L128-2 code des assurances). Only the owner knows which: the commune's list is there to tick.
 */
export const catnat = rule({
  heading: 'catnat',
  title: 'Arrêtés de catastrophe naturelle pris dans la commune',
  article: 'R. 125-24, 5° du code de l’environnement',
  facts: ['catnat'],
  assess: ({ catnat }, { isInSeveral }) => {
    const decrees = withoutRepeats(catnat);
    return isInSeveral ? assessCatnat(byEvent(decrees), 'dans les communes') : assessCatnat(decrees, 'dans la commune');
  },
});

function assessCatnat(decrees: Catnat[], where: string): Assessment<{ decrees: Catnat[] }> {
  const details = { decrees };
  if (decrees.length === 0) {
    const sentence = `Aucune reconnaissance de l’état de catastrophe naturelle n’est recensée ${where}.`;
    return { state: 'not-concerned', sentence, details };
  }
  return {
    state: 'concerned',
    sentence: `${counted(decrees.length, 'reconnaissance')} de l’état de catastrophe naturelle ${decrees.length === 1 ? 'est recensée' : 'sont recensées'} ${where}.`,
    duty: 'Parmi ces arrêtés, vous devez indiquer ceux qui ont affecté l’immeuble et donné lieu au versement d’une indemnité (article L. 125-5, IV du code de l’environnement).',
    details,
  };
}

/** A code occurs once per commune and hazard, sometimes twice: most recent first, without repeats. */
function withoutRepeats(decrees: Catnat[]): Catnat[] {
  const byRow = new Map(decrees.map((row) => [[row.code, row.commune, row.hazard, row.start].join('|'), row]));
  return [...byRow.values()].sort((a, b) => (b.start ?? '').localeCompare(a.start ?? ''));
}

/** One line for an event that one decree recognises in several communes, which it then names. */
function byEvent(decrees: Catnat[]): Catnat[] {
  const groups = Map.groupBy(decrees, ({ code, hazard, start, end }) => [code, hazard, start, end].join('|'));
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : { ...first, commune: enumeration([...new Set([first, ...others].map(({ commune }) => commune))]) },
  );
}
