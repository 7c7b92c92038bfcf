import { listApiKeys } from '@clairisque/contract/api-keys.ts';
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, call } from '#lib/api.ts';

/** Programs use keys at any time: fetched each time they are shown. */
export const keysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => call(listApiKeys, { signal }),
  staleTime: 0,
});

export const isWrongPassword = (error: unknown): boolean =>
  error instanceof ApiFailure &&
  error.status === 400 &&
  typeof error.body === 'object' &&
  error.body !== null &&
  'current_password' in error.body;
