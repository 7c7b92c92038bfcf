import type { CreditPack } from '@clairisque/contract/credits.ts';
import type { Balance } from '@clairisque/contract/api-v3.ts';
import type { z } from 'zod';

/** The sum of what is left in the packs that can be spent, without what running batches reserve. */
export function balanceOf(packs: readonly CreditPack[], reserved: number): z.input<typeof Balance> {
  return {
    mode: 'live',
    credits: Math.max(0, packs.reduce((sum, pack) => sum + pack.nb_restants, 0) - reserved),
    credits_reserved: reserved,
    packs: packs.map((pack) => ({
      name: pack.formule,
      credits_bought: pack.nb_credits ?? null,
      credits_left: pack.nb_restants,
      purchased_at: pack.date_d_achat ?? null,
      expires_at: isForever(pack) ? null : (pack.date_de_peremption ?? null),
    })),
  };
}

/** A test key has these credits, whatever it issues. */
const CREDITS = 1000;
export const TEST_BALANCE: z.input<typeof Balance> = {
  mode: 'test',
  credits: CREDITS,
  credits_reserved: 0,
  packs: [{ name: 'Essai', credits_bought: CREDITS, credits_left: CREDITS, purchased_at: null, expires_at: null }],
};

const FOREVER_MS = 50 * 365 * 86_400_000;

/** The balance page reads an expiry more than fifty years after the purchase as none. */
const isForever = ({ date_d_achat: from, date_de_peremption: to }: CreditPack): boolean =>
  Date.parse(to ?? '') - Date.parse(from ?? '') > FOREVER_MS;
