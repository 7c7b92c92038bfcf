/** Zones of R563-4: 1 very low, 5 high. */
export type SeismicZone = 1 | 2 | 3 | 4 | 5;

/** The day of the text that we read. */
export const SEISMIC_LAW_READ_ON = '2020-09-01';

const WHOLE: Readonly<Record<SeismicZone, string>> = {
  1: '10 19 27 28 2A 2B 45 46 47 51 55 60 75 76 77 78 81 82 89 91 92 93 94 95 973 975',
  2: '22 29 35 36 48 50 53 56 974',
  3: '79 85 976',
  4: '',
  5: '971 972 978',
};

/**
 * Départements and collectivités that D563-8-1 code de l'environnement puts in one zone, « tout le département »
 * without an exception. The communes that joined one of them since 2008, the year of its list (Gernicourt, Pont-Farcy),
 * were in the same zone before. Saint-Barthélemy is not in the article.
 */
export const SEISMIC_ZONES_BY_LAW: ReadonlyMap<string, SeismicZone> = new Map(
  ([1, 2, 3, 4, 5] as const).flatMap((zone) =>
    WHOLE[zone]
      .split(' ')
      .filter((departement) => departement !== '')
      .map((departement) => [departement, zone] as const),
  ),
);
