import { simulatePrice } from '#responses/credits.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { ApiFailure, call, READ_TIMEOUT_MS } from '#lib/api.ts';
import { DEFAULT_ORDER, type CustomOrder } from './custom-order.ts';

/** A held key makes one call, not one per step. */
const PAUSE_MS = 150;
const DEFAULT_PRICE = 7.9;
const Refusal = z.object({ erreur: z.string().min(1) });

/** The prescribed key is composed (NFC), whatever an editor does with this file. */
const QUANTITY_KEY = 'quantit\u00E9';

export function bodyOf({ quantity, duration }: CustomOrder): Record<string, unknown> {
  return { [QUANTITY_KEY]: quantity, duree: duration };
}

type PriceView = {
  /** Cents, VAT included, of the last order with a price; null when unavailable. */
  priceCents: number | null;
  /** The price is that of the present order, not of the former one. */
  isSettled: boolean;
  /** Why there is no price; null when there is one. */
  error: string | null;
  askAgain: () => void;
};

/**
 * The server's price of that order; null keeps the last one. Each order has its own cache entry, and its call is
 * aborted when the order changes: a late response is never shown for another order.
 */
export function useCustomPrice(order: CustomOrder | null): PriceView {
  const [asked, setAsked] = useState(order ?? DEFAULT_ORDER);
  useEffect(() => {
    if (order === null || isSame(order, asked)) return;
    const timer = window.setTimeout(() => setAsked(order), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [order, asked]);

  const price = useQuery({
    queryKey: ['bespoke-price', asked.quantity, asked.duration],
    queryFn: ({ signal }) => priceOf(asked, signal),
    placeholderData: keepPreviousData,
    // The price of the default order is known, but asked all the same: the server's catalogue decides.
    ...(isSame(asked, DEFAULT_ORDER) && { initialData: DEFAULT_PRICE, initialDataUpdatedAt: 0 }),
    retry: false,
  });
  return {
    priceCents: price.isError || price.data === undefined ? null : Math.round(price.data * 100),
    isSettled: price.isSuccess && !price.isPlaceholderData && order !== null && isSame(order, asked),
    error: price.isError ? sentenceOf(price.error) : null,
    askAgain: () => void price.refetch(),
  };
}

async function priceOf(order: CustomOrder, signal: AbortSignal): Promise<number> {
  const { prix } = await call(simulatePrice, { body: bodyOf(order), signal, timeoutMs: READ_TIMEOUT_MS });
  return prix;
}

function isSame(one: CustomOrder, other: CustomOrder): boolean {
  return one.quantity === other.quantity && one.duration === other.duration;
}

function sentenceOf(error: Error): string {
  const refusal = Refusal.safeParse(error instanceof ApiFailure ? error.body : null);
  return refusal.success ? refusal.data.erreur : "Une erreur s'est produite.";
}
