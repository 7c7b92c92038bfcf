import { z } from 'zod';
import { readTab, writeTab } from '#lib/tab-storage.ts';

/** The response to the acknowledgement, with its link. */
const Kept = z.object({ jeton: z.string(), recu: z.string(), recu_le: z.iso.datetime() });
export type KeptReceipt = z.infer<typeof Kept>;

/** A page reloaded after « reçu » does not ask again. */
export function readReceipt(token: string): KeptReceipt | null {
  const kept = Kept.safeParse(readTab('remise_reconnue'));
  return kept.success && kept.data.jeton === token ? kept.data : null;
}

export function keepReceipt(receipt: KeptReceipt): void {
  writeTab('remise_reconnue', receipt);
}
