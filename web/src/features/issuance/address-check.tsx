import { checkAddress } from '@clairisque/contract/issuance.ts';
import { legible } from '@clairisque/contract/common/text.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { Banner } from '#ui/banner.tsx';
import { hasParcel, parcelsInQuery, type Draft } from '#features/drafts/draft.ts';

/** Nearly as long as the server caches the answer. */
const FRESH_MS = 60 * 60_000;

/**
 * Before anything is paid: the address that the document will print as declared only. Without an answer it shows
 * nothing.
 */
export function AddressCheck({ draft }: { draft: Draft }) {
  const { adresse, codeParcelle, longitude, latitude } = draft;
  const parcelles = parcelsInQuery(draft);
  const { data } = useQuery({
    queryKey: ['address-check', codeParcelle, adresse, longitude, latitude, parcelles],
    staleTime: FRESH_MS,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: hasParcel(draft)
      ? ({ signal }) => {
          const query = {
            adresse: legible(adresse).slice(0, 300),
            longitude: String(longitude),
            latitude: String(latitude),
            ...parcelles,
          };
          return call(checkAddress, { params: { code_parcelle: codeParcelle }, query, signal });
        }
      : skipToken,
  });
  const warning = data?.avertissement ?? null;
  // Mounted from the start, so that later content is announced.
  return (
    <div aria-live="polite">
      {warning !== null && (
        <Banner tone="warning" title="Votre adresse figurera à part dans le document">
          {warning}
        </Banner>
      )}
    </div>
  );
}
