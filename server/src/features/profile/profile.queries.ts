import { sql } from 'kysely';
import type { UserData } from '@clairisque/contract/profile.ts';
import type { Db } from '#platform/db/db.ts';
import { accountGone } from '#platform/app-error.ts';

export type ProfileRow = Omit<UserData, 'nb_credits' | 'nb_echeances' | 'nb_a_completer'>;

export function findProfiles(db: Db, accountIds: number[]): Promise<(ProfileRow & { id: number })[]> {
  return selectProfiles(db)
    .select('id')
    .where('id', '=', sql<number>`any(${accountIds})`)
    .execute();
}

/** Locks the profile until the end of the transaction: concurrent changes are serialised. */
export function lockProfile(db: Db, accountId: number): Promise<ProfileRow> {
  return selectProfiles(db).where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow(accountGone);
}

export async function updateProfile(
  db: Db,
  accountId: number,
  { profile, now }: { profile: ProfileRow; now: Date },
): Promise<void> {
  const { nomSociete, avis_courriel: isNoticed, rappels_echeance: isReminded, ...columns } = profile;
  await db
    .updateTable('account')
    .set((eb) => ({
      ...columns,
      nom_societe: nomSociete,
      notices_stopped_at: isNoticed ? null : eb.fn.coalesce('notices_stopped_at', eb.val(now)),
      reminders_stopped_at: isReminded ? null : eb.fn.coalesce('reminders_stopped_at', eb.val(now)),
    }))
    .where('id', '=', accountId)
    .execute();
}

function selectProfiles(db: Db) {
  return db
    .selectFrom('account')
    .select(['nom', 'prenom', 'telephone', 'nom_societe as nomSociete', 'siren', 'adresse'])
    .select((eb) => eb('notices_stopped_at', 'is', null).$castTo<boolean>().as('avis_courriel'))
    .select((eb) => eb('reminders_stopped_at', 'is', null).$castTo<boolean>().as('rappels_echeance'))
    .select((eb) => eb.ref('statut').$castTo<UserData['statut']>().as('statut'));
}
