import { useEffect } from 'react';
import { redirect, useNavigate } from 'react-router';
import { isEndedElsewhere } from '#lib/api.ts';
import { useIsAuthenticated } from '#lib/session.ts';
import { readToken, writeExpired } from '#lib/token.ts';
import { paths } from '#paths.ts';

/** Loader of an account screen: a visitor is sent home before anything is shown. */
export function requireToken(): Response | null {
  return readToken() === null ? redirect(paths.home) : null;
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
