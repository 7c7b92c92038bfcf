import type { ColumnField, Lot } from '@clairisque/contract/batches.ts';
import { DECLARED_NAMES } from '@clairisque/contract/common/declared-columns.ts';
import type { StateTone } from '#ui/state.tsx';

export const FIELDS: Record<ColumnField, string> = {
  numero: 'Numéro de la voie',
  repetition: 'Indice de répétition (bis, ter)',
  type_voie: 'Type de voie',
  adresse: 'Adresse, ou nom de la voie',
  code_postal: 'Code postal',
  commune: 'Commune',
  parcelles: 'Parcelles',
  longitude: 'Longitude',
  latitude: 'Latitude',
  transaction: 'Vente ou location',
  vendeur: 'Vendeur ou bailleur',
  acquereur: 'Acquéreur ou locataire',
  ...DECLARED_NAMES,
};

export const STATES: Record<Lot['etat'], { label: string; tone: StateTone }> = {
  checking: { label: 'En vérification', tone: 'quiet' },
  ready: { label: 'À lancer', tone: 'late' },
  running: { label: 'En cours', tone: 'quiet' },
  finished: { label: 'Terminé', tone: 'good' },
  cancelled: { label: 'Annulé', tone: 'quiet' },
};

export const countOf = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('fr-FR')} ${count > 1 ? many : one}`;

const totalOf = ({ lignes }: Pick<Lot, 'lignes'>): number =>
  Object.values(lignes).reduce((sum, count) => sum + count, 0);

/** « 12 prêts, 2 à choisir, 1 refusé »; only what there is. */
export function summaryOf({ lignes }: Pick<Lot, 'lignes'>): string {
  const parts: [number, string, string][] = [
    [lignes.issued, 'émis', 'émis'],
    [lignes.ready, 'prêt', 'prêts'],
    [lignes.waiting, 'à vérifier', 'à vérifier'],
    [lignes.doubtful, 'à choisir', 'à choisir'],
    [lignes.refused, 'refusé', 'refusés'],
    [lignes.failed, 'échec', 'échecs'],
    [lignes.cancelled, 'annulé', 'annulés'],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => countOf(count, one, many))
    .join(', ');
}

/** What a user reads while it moves: a sentence, and how far it is. */
export function progressOf({ etat, lignes }: Pick<Lot, 'etat' | 'lignes'>): {
  label: string;
  done: number;
  total: number;
} {
  if (etat === 'checking') {
    const total = totalOf({ lignes });
    const done = total - lignes.waiting;
    return {
      label: `Vérification\u00A0: ${countOf(done, 'bien', 'biens')} sur ${total.toLocaleString('fr-FR')}`,
      done,
      total,
    };
  }
  const done = lignes.issued + lignes.failed;
  const total = done + lignes.ready;
  return {
    label: `${countOf(lignes.issued, 'état émis', 'états émis')} sur ${total.toLocaleString('fr-FR')}`,
    done,
    total,
  };
}
