/**
 * Usual names, by OACI code, of aerodromes that the published plans write in capitals and shorten (« P. CH. DE GAULLE
 * »).
 */
const USUAL: Record<string, string> = {
  FMEE: 'La Réunion-Roland-Garros',
  LFBD: 'Bordeaux-Mérignac',
  LFBO: 'Toulouse-Blagnac',
  LFDC: 'Montendre-Marcillac',
  LFLL: 'Lyon-Saint-Exupéry',
  LFLY: 'Lyon-Bron',
  LFMD: 'Cannes-Mandelieu',
  LFMI: 'Istres-Le Tubé',
  LFML: 'Marseille-Provence',
  LFMN: 'Nice-Côte d’Azur',
  LFMT: 'Montpellier-Méditerranée',
  LFNA: 'Gap-Tallard',
  LFPB: 'Paris-Le Bourget',
  LFPG: 'Paris-Charles-de-Gaulle',
  LFPN: 'Toussus-le-Noble',
  LFPO: 'Paris-Orly',
  LFPZ: 'Saint-Cyr-l’École',
  LFQQ: 'Lille-Lesquin',
  LFRS: 'Nantes-Atlantique',
  LFSB: 'Bâle-Mulhouse',
  LFSN: 'Nancy-Essey',
  LFST: 'Strasbourg-Entzheim',
  SOCA: 'Cayenne-Félix-Éboué',
};

/** Accents that capitals lose. */
const ACCENTED: Record<string, string> = Object.fromEntries(
  [
    'Alès Angoulême Ardèche Béziers Besançon Châlons Châteaudun Châteauroux Chambéry Compiègne',
    'Côte Drôme École Épernay Épinal Étampes Étienne Évreux Exupéry Félix Fréjus Hyères Île Îles Isère Mâcon Méditerranée',
    'Mérignac Montbéliard Montélimar Nîmes Orléans Périgueux Pyrénées Ré Réunion Rhône Saône Sète Valréas Yeu',
  ]
    .join(' ')
    .split(' ')
    .map((word) => [word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase(), word]),
);

const SMALL = new Set(['de', 'du', 'des', 'la', 'le', 'les', 'en', 'sur', 'sous', 'et']);

type Named = { aerodrome: string; aerodromeName: string };

/** « Paris-Charles-de-Gaulle »; capitals without a usual name become « Montendre Marcillac ». */
export function usualAerodrome({ aerodrome, aerodromeName }: Named): string {
  const usual = USUAL[aerodrome];
  if (usual !== undefined) return usual;
  if (aerodromeName === aerodrome || aerodromeName !== aerodromeName.toUpperCase()) return aerodromeName;
  const lower = aerodromeName.toLowerCase();
  return lower.replaceAll(/\p{L}+/gu, (word, at: number) =>
    at > 0 && SMALL.has(word) ? word : (ACCENTED[word] ?? word.charAt(0).toUpperCase() + word.slice(1)),
  );
}

export const withUsualName = <Z extends Named>(zone: Z): Z => ({ ...zone, aerodromeName: usualAerodrome(zone) });
