import { withdrawable } from '@clairisque/contract/orders.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '#lib/api.ts';
import { WITHDRAWAL } from '#paths.ts';

const ASKED_AGAIN_MS = 5 * 60_000;

/** Art. L221-21: easy to find for who has credits to renounce. Nothing for the others. */
export function WithdrawalLink() {
  const { data } = useQuery({
    queryKey: ['withdrawable'],
    queryFn: ({ signal }) => call(withdrawable, { signal }),
    staleTime: ASKED_AGAIN_MS,
  });
  return data && data.length > 0 ? <Link to={WITHDRAWAL}>Renoncer au contrat ici</Link> : null;
}
