import type { UserData } from '@clairisque/contract/profile.ts';
import type { Db } from '#platform/db.ts';

export type ProfileRow = Omit<UserData, 'nb_credits'>;

export function findProfile(db: Db, accountId: number): Promise<ProfileRow> {
  return db
    .selectFrom('account')
    .select(['nom', 'prenom', 'telephone', 'nom_societe as nomSociete', 'adresse'])
    .select((eb) => eb.ref('statut').$castTo<UserData['statut']>().as('statut'))
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}
