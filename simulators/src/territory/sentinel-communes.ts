/** Fictional communes that cause failures, on a grid of the Causse Méjean (Lozère). */
const SENTINEL_SERVICES = ['adresses', 'cadastre', 'georisques', 'peb', 'gpu', 'tuiles', 'batiments'] as const;
const SENTINEL_MODES = ['panne', 'coupure', 'lenteur', 'charabia', 'vide', 'quota'] as const;
export type SentinelService = (typeof SENTINEL_SERVICES)[number];
export type SentinelMode = (typeof SENTINEL_MODES)[number];

export type Sentinel = {
  service: SentinelService;
  mode: SentinelMode;
  /** Well formed and never assigned: 48901 to 48936, then 48949 to 48954. */
  insee: string;
  /** « Panne-Géorisques » */
  name: string;
  longitude: number;
  latitude: number;
};

const SERVICE_NAMES: Record<SentinelService, string> = {
  adresses: 'Adresses',
  cadastre: 'Cadastre',
  georisques: 'Géorisques',
  peb: 'PEB',
  gpu: 'GPU',
  tuiles: 'Tuiles',
  batiments: 'Bâtiments',
};
const MODE_NAMES: Record<SentinelMode, string> = {
  panne: 'Panne',
  coupure: 'Coupure',
  lenteur: 'Lenteur',
  charabia: 'Charabia',
  vide: 'Vide',
  quota: 'Quota',
};
export const SENTINEL_RADIUS_KM = 0.8;
export const SENTINEL_POSTCODE = '48999';

/** Row of the odd documents, between those of the services; it takes the codes of two rows. */
const DOCUMENT_ROW = 6;

/** One service per row from south to north, one mode per column from west to east, some 1.7 km apart. */
export const SENTINELS: readonly Sentinel[] = SENTINEL_SERVICES.flatMap((service, position) =>
  SENTINEL_MODES.map((mode, column) => {
    const passed = position < DOCUMENT_ROW ? 0 : 1;
    return {
      service,
      mode,
      insee: String(48_901 + (position + 2 * passed) * SENTINEL_MODES.length + column),
      name: `${MODE_NAMES[mode]}-${SERVICE_NAMES[service]}`,
      ...placeAt(column, position + passed),
    };
  }),
);

/** Odd documents of a plan de prévention, one commune each. */
const DOCUMENT_NAMES = {
  texte: 'Texte-Règlement',
  chiffre: 'Chiffré-Règlement',
  'neuf-cents-pages': 'Neuf-Cents-Pages',
  tronque: 'Tronqué-Règlement',
  signe: 'Signé-Règlement',
  images: 'Images-Règlement',
  'sans-date': 'Plan-Sans-Date',
  homonymes: 'Plans-Homonymes',
  'nom-long': 'Plan-Au-Nom-Long',
  'carte-situee': 'Carte-Située',
  'trente-pages': 'Trente-Pages',
} as const;
export type DocumentSentinelMode = keyof typeof DOCUMENT_NAMES;

/** 48937 to 48947, one row north of the others. */
export const DOCUMENT_SENTINELS = communesOf(DOCUMENT_NAMES, { from: 48_937, row: DOCUMENT_ROW });

/** Places of which a source draws something badly, one commune each. */
const DRAWING_NAMES = {
  voisin: 'Voisin-Illisible',
  parcelle: 'Parcelle-Illisible',
  reparable: 'Parcelle-Mal-Close',
  zone: 'Zone-Illisible',
} as const;
export type DrawingSentinelMode = keyof typeof DRAWING_NAMES;

/** 48955 to 48958, one row north of the buildings. */
export const DRAWING_SENTINELS = communesOf(DRAWING_NAMES, { from: 48_955, row: DOCUMENT_ROW + 2 });

/** Each of its answers names an arrêté of the instant at which it is given: 48959, east of the drawings. */
export const CHANGING_SENTINEL = {
  insee: '48959',
  name: 'Faits-Changeants',
  ...placeAt(DRAWING_SENTINELS.length, DOCUMENT_ROW + 2),
};

/** What changes on `CHANGED_ON` of the played world (`world.ts`), one commune each; the last is a silence of three days. */
const DATED_NAMES = {
  approuve: 'Plan-Approuvé-En-Mars',
  prescrit: 'Plan-Prescrit-En-Mars',
  revise: 'Plan-Révisé-En-Mars',
  abroge: 'Plan-Abrogé-En-Mars',
  deplace: 'Zone-Déplacée-En-Mars',
  arrete: 'Arrêté-En-Mars',
  radon: 'Radon-En-Mars',
  muet: 'Radon-Muet-En-Mars',
} as const;
export type DatedSentinelMode = keyof typeof DATED_NAMES;

/** 48960 to 48967, one row north of the drawings. */
export const DATED_SENTINELS = communesOf(DATED_NAMES, { from: 48_960, row: DOCUMENT_ROW + 3 });

function placeAt(column: number, row: number): { longitude: number; latitude: number } {
  return { longitude: 3.36 + column * 0.022, latitude: 44.2 + row * 0.0155 };
}

/** One commune for each name, from west to east, with the codes that follow `from`. */
function communesOf<M extends string>(names: Record<M, string>, { from, row }: { from: number; row: number }) {
  return (Object.keys(names) as M[]).map((mode, column) => ({
    mode,
    insee: String(from + column),
    name: names[mode],
    ...placeAt(column, row),
  }));
}
