import type { KeptFile } from '#platform/files/file-store.ts';
import type { Deps } from '#deps.ts';
import { ledgerViolations } from '#features/credits/credits.ts';
import { keptFiles } from '#features/kept-files/kept-files.ts';
import { findRefundState, findOrderOf } from './order.queries.ts';
import type { Sheet } from './sheets.rules.ts';

/** Files read at once: several at S3, while memory holds only a few documents. */
const AT_ONCE = 32;
const SHOWN = 50;
const PAGE = 1_000;

/**
 * Verifies the database: each file exists with its bytes, the ledger's invariants hold, and orders match the provider's for the
 * events since `since`. Changes nothing and reads every document.
 */
export async function verify(deps: Deps, since: Date): Promise<{ sheets: Sheet[]; sound: boolean }> {
  const files = await wrongFiles(deps);
  const rules = (await ledgerViolations(deps)).map(({ rule, what }) => [rule, what.join(', ')]);
  const orders = await differences(deps, since);
  const sheets = [
    { title: `Fichiers : ${files.read} lus, ${files.wrong.length} en défaut`, rows: files.wrong.slice(0, SHOWN) },
    { title: `Règles des comptes : ${rules.length} enfreinte(s)`, rows: rules },
    { title: `Paiements chez ${deps.payments.name} : ${orders.length} différence(s)`, rows: orders },
  ];
  return { sheets, sound: files.wrong.length + rules.length + orders.length === 0 };
}

async function wrongFiles(deps: Deps): Promise<{ read: number; wrong: string[][] }> {
  let read = 0;
  const wrong: string[][] = [];
  for await (const page of keptFiles(deps.db, PAGE)) {
    read += page.length;
    for (let at = 0; at < page.length; at += AT_ONCE) {
      const some = page.slice(at, at + AT_ONCE);
      const faults = await Promise.all(some.map((file) => faultOf(deps, file)));
      for (const [index, fault] of faults.entries()) {
        const file = some[index];
        if (fault !== null && file !== undefined) wrong.push([file.whose, fault, file.key]);
      }
    }
  }
  return { read, wrong };
}

/** Null for an intact file. */
async function faultOf({ files }: Deps, file: KeptFile): Promise<string | null> {
  try {
    const damage = await files.damageOf(file);
    if (damage === null) return null;
    return damage.found === 'absent' ? 'ABSENT' : `DIFFÉRENT\u00A0: ${damage.found}`;
  } catch (error) {
    return `ILLISIBLE : ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function differences(deps: Deps, since: Date): Promise<string[][]> {
  const wrong: string[][] = [];
  const seen = new Set<string>();
  try {
    for await (const { about, objectId } of deps.payments.eventsSince(since)) {
      if (objectId === null || seen.has(objectId)) continue;
      seen.add(objectId);
      wrong.push(...(await (about === 'checkout' ? ofPage(deps, objectId) : ofPayment(deps, objectId))));
    }
  } catch (error) {
    wrong.push([`${deps.payments.name} ne répond pas`, error instanceof Error ? error.message : String(error)]);
  }
  return wrong;
}

async function ofPage(deps: Deps, pageId: string): Promise<string[][]> {
  const checkout = await deps.payments.readCheckout(pageId);
  // The page of another installation or product with the same account at the provider.
  if (checkout === null || checkout.order === null || checkout.state !== 'paid') return [];
  const order = await findOrderOf(deps.db, pageId);
  return order?.status === 'paid'
    ? []
    : [[pageId, `payée chez ${deps.payments.name}`, order?.status ?? 'commande inconnue ici']];
}

async function ofPayment(deps: Deps, intent: string): Promise<string[][]> {
  if ((await findOrderOf(deps.db, intent)) === undefined) return [];
  const wrong: string[][] = [];
  for (const given of await deps.payments.readRefundsAndDisputes(intent)) {
    const here = await findRefundState(deps.db, given.ourKey ?? given.id);
    const there = given.undone && given.ourKey === null ? 'annulé' : 'rendu';
    if (here !== there) wrong.push([given.id, `${there} chez ${deps.payments.name}`, here ?? 'inconnu ici']);
  }
  return wrong;
}
