import type { Batch, BatchRow, ColumnField } from '@clairisque/contract/batches.v3.ts';
import { DECLARED_NAMES, PLANNED_NAMES } from '@clairisque/contract/common/property-columns.ts';
import { shortParcel } from '@clairisque/contract/common/parcel-codes.ts';
import type { StateTone } from '#ui/state.tsx';

export const FIELDS: Record<ColumnField, string> = {
  number: 'Numéro de la voie',
  suffix: 'Indice de répétition (bis, ter)',
  way_type: 'Type de voie',
  address: 'Adresse, ou nom de la voie',
  postcode: 'Code postal',
  city: 'Commune',
  parcels: 'Parcelles',
  longitude: 'Longitude',
  latitude: 'Latitude',
  transaction: 'Vente ou location',
  owner: 'Vendeur ou bailleur',
  recipient: 'Acquéreur ou locataire',
  reference: 'Votre référence',
  owner_email: 'Email du vendeur',
  ...DECLARED_NAMES,
  ...PLANNED_NAMES,
};

export const STATES: Record<Batch['status'], { label: string; tone: StateTone }> = {
  checking: { label: 'En vérification', tone: 'quiet' },
  ready: { label: 'À lancer', tone: 'late' },
  running: { label: 'En cours', tone: 'quiet' },
  finished: { label: 'Terminé', tone: 'good' },
  cancelled: { label: 'Annulé', tone: 'quiet' },
};

type Words = { label: string; one: string; many: string; tone: StateTone };

/** States in the order of what a user has to do. */
export const ROW_STATES: Record<BatchRow['status'], Words> = {
  doubtful: { label: 'À choisir', one: 'à choisir', many: 'à choisir', tone: 'late' },
  refused: { label: 'À corriger', one: 'à corriger', many: 'à corriger', tone: 'bad' },
  failed: { label: 'Échec, non débité', one: 'échec', many: 'échecs', tone: 'bad' },
  waiting: { label: 'À vérifier', one: 'à vérifier', many: 'à vérifier', tone: 'quiet' },
  ready: { label: 'Prêt', one: 'prêt', many: 'prêts', tone: 'good' },
  issued: { label: 'Émis', one: 'émis', many: 'émis', tone: 'good' },
  cancelled: { label: 'Ignoré', one: 'ignoré', many: 'ignorés', tone: 'quiet' },
};
export const ROW_STATUSES = Object.keys(ROW_STATES) as BatchRow['status'][];

export const TRANSACTIONS = { sale: 'Vente', lease: 'Location', '': '–' } as const;

export const countOf = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('fr-FR')} ${count > 1 ? many : one}`;

/** « 12 prêts, 2 à choisir, 1 à corriger »; only what there is. */
export const summaryOf = ({ rows }: Pick<Batch, 'rows'>): string =>
  ROW_STATUSES.filter((status) => rows[status] > 0)
    .map((status) => countOf(rows[status], ROW_STATES[status].one, ROW_STATES[status].many))
    .join(', ');

/** What a user reads while it moves: a sentence, and how far it is. */
export function progressOf({ status, rows }: Pick<Batch, 'status' | 'rows'>): {
  label: string;
  done: number;
  total: number;
} {
  if (status === 'checking') {
    const done = rows.total - rows.waiting;
    const total = rows.total.toLocaleString('fr-FR');
    return { label: `Vérification\u00A0: ${countOf(done, 'bien', 'biens')} sur ${total}`, done, total: rows.total };
  }
  const done = rows.issued + rows.failed;
  const total = done + rows.ready + rows.waiting;
  return {
    label: `${countOf(rows.issued, 'état émis', 'états émis')} sur ${total.toLocaleString('fr-FR')}`,
    done,
    total,
  };
}

/** « AA 143, AA 144 », cut between two of them only. */
export const parcelsOf = (codes: readonly string[]): string =>
  codes.map((code) => shortParcel(code).replaceAll(' ', '\u00A0')).join(', ');

/** « 420 m² »; a dash where it is unknown. */
export const areaOf = (squareMetres: number | null): string =>
  squareMetres === null ? '–' : `${squareMetres.toLocaleString('fr-FR')}\u00A0m²`;

/** « 12 m », « 1,4 km »; a dash where nothing is compared. */
export function distanceOf(metres: number | null): string {
  if (metres === null) return '–';
  if (metres < 1_000) return `${Math.round(metres)}\u00A0m`;
  return `${(Math.round(metres / 100) / 10).toLocaleString('fr-FR')}\u00A0km`;
}

/** « AA 143 à Goussainville (95280) » needs a name: the code of the commune tells two of them apart. */
export function candidateOf(candidate: string): string {
  const codes = candidate.split(' ');
  if (!codes.every((code) => /^\w{3}-\w{2}-\w{4}@\w{5}$/.test(code))) return candidate;
  return `${parcelsOf(codes)} (commune ${codes[0]?.split('@')[1] ?? ''})`;
}

export const nameOf = ({ id, name }: Pick<Batch, 'id' | 'name'>): string => name || `Import ${id.slice('bat_'.length)}`;
