import { listApiKeys } from '@clairisque/contract/api-keys.ts';
import { queryOptions, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';

/** Programs use keys at any time: fetched each time they are shown. */
export const keysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async ({ signal }) => (await call(listApiKeys, { signal })).data,
  staleTime: 0,
});

export const NOT_MADE = { title: 'La clé n’a pas été créée.', text: refusalSentence };

/** `make` returns the key, shown this once. */
export function useNewKey(
  make: (password: string) => Promise<{ key: string }>,
  onMade: (key: string) => void,
): UseMutationResult<{ key: string }, Error, string> {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: make,
    onSuccess: async ({ key }) => {
      onMade(key);
      await queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
    },
  });
}
