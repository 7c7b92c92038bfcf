import { myCreditPacks } from '#responses/credits.ts';
import { useQuery } from '@tanstack/react-query';
import { PreferenceCheckbox } from '#features/profile/preference-checkbox.tsx';
import { call } from '#lib/api.ts';
import { useSession } from '#lib/session.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { ListEmpty, ListFailed, ListLoading } from '#ui/list-states.tsx';
import styles from './credits.module.css';
import { CreditPackList } from './credit-pack-list.tsx';

/** « Mon solde ». A failed list leaves the rest of the page usable and shows no message. */
export function CreditsTab() {
  const { user, credits } = useSession();
  const creditPacks = useQuery({
    queryKey: ['credit-packs'],
    queryFn: ({ signal }) => call(myCreditPacks, { signal }),
    meta: { failure: 'La liste des formules n’a pas pu être lue' },
  });
  return (
    <section className={styles.tab} aria-labelledby="gestion-des-credits" aria-busy={creditPacks.isPending}>
      <div className={styles.head}>
        <div>
          <h2 id="gestion-des-credits">Gestion des crédits</h2>
          <p className={styles.balance}>
            {credits !== undefined && <strong>{availableWords(credits)}.</strong>} Ceux qui expirent le plus tôt sont
            utilisés en premier.
          </p>
        </div>
        <ButtonLink to={paths.prices}>Acheter des crédits</ButtonLink>
      </div>
      {creditPacks.isPending && <ListLoading label="Chargement de vos formules…" />}
      {creditPacks.isError && !creditPacks.data && (
        <ListFailed
          label="Afficher mes formules"
          loading={creditPacks.isFetching}
          onRetry={() => void creditPacks.refetch()}
        />
      )}
      {creditPacks.data?.length === 0 && (
        <ListEmpty count="0 / 0 formule(s)" action={<ButtonLink to={paths.prices}>Voir les tarifs</ButtonLink>}>
          Vous n’avez pas encore de formule. Un crédit donne un état des risques complet, disponible en une minute.
        </ListEmpty>
      )}
      {creditPacks.data && creditPacks.data.length > 0 && (
        <CreditPackList creditPacks={creditPacks.data} readAtMs={creditPacks.dataUpdatedAt} />
      )}
      {user && (
        <div className={styles.notices}>
          <PreferenceCheckbox
            user={user}
            name="avis_courriel"
            label="Recevoir un avis par e-mail quand mon solde est bas ou que des crédits vont expirer"
            help="Un seul message par achat et par formule. Aussi la fin d’un import, et les choix qu’il demande."
          />
        </div>
      )}
    </section>
  );
}

function availableWords(credits: number): string {
  return credits > 1 ? `${credits} crédits disponibles` : `${credits} crédit disponible`;
}
