import { serviceStatus } from '@clairisque/contract/status.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';

const statusQuery = queryOptions({
  queryKey: ['sources-down'],
  queryFn: ({ signal }) => call(serviceStatus, { signal }),
  staleTime: 60_000,
});

/** What a user knows before paying: a source that gives no answer makes rows wait. */
export function SourcesDown() {
  const { data } = useQuery(statusQuery);
  const down = data?.sources.filter(({ etat }) => etat === 'indisponible') ?? [];
  const [first] = down;
  if (first === undefined) return null;
  const since =
    first.derniere_reponse === null ? '' : `, sans réponse depuis le ${formatMoment(first.derniere_reponse)}`;
  return (
    <Banner
      tone="warning"
      title={
        down.length === 1
          ? `Une source ne répond pas\u00A0: ${first.nom}${since}.`
          : `${down.length} sources ne répondent pas\u00A0: ${down.map(({ nom }) => nom).join(', ')}.`
      }
      action={<Link to={paths.status}>État du service</Link>}
    >
      Les biens concernés attendront son retour, deux heures au plus, sans débit. Vous pourrez les abandonner.
    </Banner>
  );
}
