import { useEffect } from 'react';
import { redirect, useNavigate } from 'react-router';
import { isEndedElsewhere } from '#lib/api.ts';
import { useIsAuthenticated } from '#lib/session.ts';
import { readToken, writeExpired } from '#lib/token.ts';
import { paths } from '#paths.ts';

/** Loader of the account area, for which home is prescribed: a visitor is sent there before anything is shown. */
export function requireToken(): Response | null {
  return readToken() === null ? redirect(paths.home) : null;
}

/** The login page, which says why and leads back (`features/accounts/return-path.ts`). */
export const loginFor = (path: string): string => `${paths.login}?retour=${encodeURIComponent(path)}`;

/** Loader of any other screen of an account: a visitor signs in first, and comes back. */
export function requireSignIn({ request }: { request: Request }): Response | null {
  return readToken() === null ? redirect(loginFor(new URL(request.url).pathname)) : null;
}

/**
 * Sends the user home as soon as the session ends, in this tab or another; with « Session Expirée » when it was ended
 * elsewhere.
 */
export function useGuard(): void {
  const navigate = useNavigate();
  const isAuthenticated = useIsAuthenticated();
  useEffect(() => {
    if (isAuthenticated) return;
    if (isEndedElsewhere()) writeExpired(true);
    void navigate(paths.home, { replace: true });
  }, [isAuthenticated, navigate]);
}
