import { consent } from '@clairisque/contract/payments.ts';
import { TERMS_VERSION } from '@clairisque/contract/terms.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { ApiFailure, call } from '#lib/api.ts';
import { paths } from '#paths.ts';
import { rememberPayment } from './opened-payment.ts';

/** A record that does not come must not make the buyer wait. */
const CONSENT_TIMEOUT_MS = 5_000;

/** Still here by then: the browser was stopped on its way, and the order can be validated again. */
const LEAVE_WITHIN_MS = 10_000;

type PaymentOptions = {
  /** Asks the server for the payment page. */
  openPage: () => Promise<{ url: string }>;
  onFailure: (error: Error) => void;
  /** The buyer is back, by the browser's Back button, on the page as it was left. */
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
 * A consent that could not be stored does not stop the order: without proof of it the buyer merely keeps his right of
 * withdrawal in full (art. L221-26).
 */
async function storeConsents(): Promise<void> {
  try {
    await call(consent, {
      body: { cgv: true, execution_immediate: true, version: TERMS_VERSION },
      timeoutMs: CONSENT_TIMEOUT_MS,
    });
  } catch {
    // Said above.
  }
}
