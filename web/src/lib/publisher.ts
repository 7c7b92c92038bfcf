import { publisher } from '@clairisque/contract/publisher.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';

/** The publisher, from the server's configuration. */
export const usePublisher = () =>
  useQuery({
    queryKey: ['editeur'],
    queryFn: ({ signal }) => call(publisher, { signal }),
    staleTime: Infinity,
  });

/** Recipient of the contact forms. */
export const SUPPORT_EMAIL: string = import.meta.env['VITE_SUPPORT_EMAIL'] ?? 'support@clairisque.fr';
