import type { NearbySite } from './facts.ts';
import { counted, frenchDistance, frenchNumber } from '#domain/french.ts';
import { isMeasuredFromParcels, type Property } from '#domain/geometry/overlap.ts';
import { OUTSIDE_DUTY, rule, type Assessment } from './rule.ts';

/** Radius of ERRIAL's annexes, and of our queries; none of these headings is in R125-23. */
const RADIUS_METRES = 500;

export const casias = rule({
  heading: 'casias',
  title: 'Anciens sites industriels et activités de service (CASIAS)',
  article: OUTSIDE_DUTY,
  facts: ['casias'],
  assess: ({ casias }, property) => {
    // The source measures from the outline of the site: the point it gives may be farther.
    const sites = nearest(casias);
    return {
      ...presence(property, sites, {
        none: 'Aucun ancien site industriel ou activité de service n’est recensé',
        some: 'Anciens sites industriels et activités de service recensés',
      }),
      details: { sites },
    };
  },
});

/** Only autorisation and enregistrement, as ERRIAL does; « Autres régimes » also begins with an A. */
const REGIMES: ReadonlySet<string> = new Set(['a', 'autorisation', 'e', 'enregistrement']);

export const icpe = rule({
  heading: 'icpe',
  title: 'Installations classées pour la protection de l’environnement (ICPE)',
  article: OUTSIDE_DUTY,
  facts: ['installations'],
  assess: ({ installations: all }, property) => {
    const regulated = all.filter(({ regime }) => REGIMES.has(regime?.trim().toLowerCase() ?? ''));
    const installations = nearest(regulated.filter(isWithinRadius));
    return {
      ...presence(property, installations, {
        none: 'Aucune installation classée soumise à autorisation ou à enregistrement n’est recensée',
        some: 'Installations classées soumises à autorisation ou à enregistrement recensées',
      }),
      details: { installations },
    };
  },
});

export const cavites = rule({
  heading: 'cavites',
  title: 'Cavités souterraines',
  article: OUTSIDE_DUTY,
  facts: ['cavities'],
  assess: ({ cavities }, property) => {
    const sites = nearest(cavities.filter(isWithinRadius));
    return {
      ...presence(property, sites, {
        none: 'Aucune cavité souterraine n’est recensée',
        some: 'Cavités souterraines recensées',
      }),
      details: { sites },
    };
  },
});

export const mouvementsDeTerrain = rule({
  heading: 'mouvements-de-terrain',
  title: 'Mouvements de terrain',
  article: OUTSIDE_DUTY,
  facts: ['groundMovements'],
  assess: ({ groundMovements }, property) => {
    const sites = nearest(groundMovements.filter(isWithinRadius));
    return {
      ...presence(property, sites, {
        none: 'Aucun mouvement de terrain n’est recensé',
        some: 'Mouvements de terrain recensés',
      }),
      details: { sites },
    };
  },
});

/** Says where sites are: several parcels are not round a point. */
function where(property: Property): string {
  if (property.farthestMetres === null) return 'dans un rayon de 500 m';
  return isMeasuredFromParcels(property)
    ? 'à 500 m au plus des parcelles'
    : 'dans un rayon de 500 m autour du point choisi, et non de toutes les parcelles';
}

function presence(
  property: Property,
  sites: readonly NearbySite[],
  words: { none: string; some: string },
): Pick<Assessment<{ sites: NearbySite[] }>, 'state' | 'sentence' | 'toVerify'> {
  const placed = sites.filter(({ isUnplaced }) => isUnplaced !== true);
  const unplaced = sites.length - placed.length;
  const first = placed[0];
  const [none, some] = [words.none, words.some].map((one) => `${one} ${where(property)}`);
  if (!first && unplaced === 0) return { state: 'not-concerned', sentence: `${none}.` };
  const vague = placed.filter((site) => site.distanceMetres === null).length;
  const parts = [
    `${some} : ${frenchNumber(placed.length)}`,
    ...(first === undefined || first.distanceMetres === null
      ? []
      : [`à partir de ${frenchDistance(first.distanceMetres)} environ`]),
    ...(vague ? [`dont ${frenchNumber(vague)} à l’emplacement imprécis, à vérifier`] : []),
  ];
  const sentence = `${first === undefined ? none : parts.join(', ')}${elsewhere(unplaced)}.`;
  return { state: 'concerned', sentence, toVerify: vague + unplaced > 0 };
}

/** They are neither within the radius nor outside it. */
function elsewhere(unplaced: number): string {
  if (unplaced === 0) return '';
  return ` ; ${counted(unplaced, 'site de la commune est recensé', 'sites de la commune sont recensés')} sans position, à vérifier`;
}

/** A site of unknown distance (default point of its commune) is kept: unknown is not far. */
function isWithinRadius({ distanceMetres }: NearbySite): boolean {
  return distanceMetres === null || distanceMetres <= RADIUS_METRES;
}

/** Nearest first, sites of unknown distance last. */
function nearest<S extends NearbySite>(sites: readonly S[]): S[] {
  const rank = ({ distanceMetres }: S): number => distanceMetres ?? Number.MAX_VALUE;
  return [...sites].sort((a, b) => rank(a) - rank(b));
}
