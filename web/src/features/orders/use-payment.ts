import { consent } from '@clairisque/contract/orders.ts';
import { TERMS_VERSION } from '@clairisque/contract/common/consents.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { ApiFailure, call } from '#lib/api.ts';
import { paths } from '#paths.ts';
import { rememberPayment } from './payment-session.tsx';

/** A missing record of consents must not delay the buyer. */
const CONSENT_TIMEOUT_MS = 5_000;

/** Still on the page by then: the navigation was stopped, and the order can be placed again. */
const LEAVE_WITHIN_MS = 10_000;

type PaymentOptions = {
  /** Requests the payment page. */
  openPage: () => Promise<{ url: string }>;
  onFailure: (error: Error) => void;
  /** The buyer came back with the Back button, on the page as it was. */
  onReturn: () => void;
};

/** Stores the consents, opens the payment page and goes there. Busy until the browser has left. */
export function usePayment({ openPage, onFailure, onReturn }: PaymentOptions) {
  const navigate = useNavigate();
  const { mutate, reset, isPending, isSuccess } = useMutation({
    mutationFn: async () => {
      await storeConsents();
      return openPage();
    },
    onSuccess: ({ url: answered }) => {
      const url = new URL(answered, window.location.origin).href;
      rememberPayment(url);
      window.location.assign(url);
      window.setTimeout(reset, LEAVE_WITHIN_MS);
    },
    onError: (error) => {
      if (error instanceof ApiFailure && error.status === 401) void navigate(paths.login);
      else onFailure(error);
    },
  });

  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      reset();
      onReturn();
    };
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, [reset, onReturn]);

  return { pay: mutate, isPaying: isPending || isSuccess };
}

/**
 * A consent that could not be stored does not stop the order: without proof of it the buyer keeps the full right of
 * withdrawal (art. L221-26).
 */
async function storeConsents(): Promise<void> {
  try {
    await call(consent, {
      body: { cgv: true, execution_immediate: true, version: TERMS_VERSION },
      timeoutMs: CONSENT_TIMEOUT_MS,
    });
  } catch {
    // Explained above.
  }
}
