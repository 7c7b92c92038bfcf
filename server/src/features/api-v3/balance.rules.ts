import type { CreditPack } from '@clairisque/contract/credits.ts';
import type { Balance } from '@clairisque/contract/api-v3.ts';
import type { z } from 'zod';

/** The sum of what is left in the packs that can be spent. */
export function balanceOf(packs: readonly CreditPack[]): z.input<typeof Balance> {
  return {
    mode: 'live',
    credits: packs.reduce((sum, pack) => sum + pack.nb_restants, 0),
    packs: packs.map((pack) => ({
      name: pack.formule,
      credits_bought: pack.nb_credits ?? null,
      credits_left: pack.nb_restants,
      purchased_at: pack.date_d_achat ?? null,
      expires_at: isForever(pack) ? null : (pack.date_de_peremption ?? null),
    })),
  };
}

/** Of a test key: the same whatever it issues. */
const CREDITS = 1000;
export const TEST_BALANCE: z.input<typeof Balance> = {
  mode: 'test',
  credits: CREDITS,
  packs: [{ name: 'Essai', credits_bought: CREDITS, credits_left: CREDITS, purchased_at: null, expires_at: null }],
};

const FOREVER_MS = 50 * 365 * 86_400_000;

/** The balance page reads an expiry more than fifty years after the purchase as none. */
const isForever = ({ date_d_achat: from, date_de_peremption: to }: CreditPack): boolean =>
  Date.parse(to ?? '') - Date.parse(from ?? '') > FOREVER_MS;
