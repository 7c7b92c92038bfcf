import { setTimeout as sleep } from 'node:timers/promises';
import { searchAddresses } from '@clairisque/contract/addresses.ts';
import * as documents from '@clairisque/contract/documents.ts';
import * as issuance from '@clairisque/contract/issuance.ts';
import { listStatements, type StatementListItem } from '@clairisque/contract/statements.ts';
import { draftOf, readParcel, type Point } from '../harness/customer.ts';
import { ask, askFile, type Outcome } from '../harness/http.ts';
import { retryWhileTransient, retryOnce, sha256Of, type Person } from './person.ts';

type Issued = { id: number; reference: string };

/** Timeouts of the pages for a renewal or a file, and for a generation (web/src/features/issuance/issue-query.ts). */
const LONG_TIMEOUT_MS = 60_000;
const ISSUE_TIMEOUT_MS = 5 * 60_000;
const PROGRESS_EVERY_MS = 1_000;

/** Address, parcel, draft, declarations, generation. Retries always concern the same statement. */
export async function issueStatement(person: Person, point: Point): Promise<Outcome<Issued>> {
  const { client } = person;
  // Suggestions only: the point decides.
  await ask(client, searchAddresses, { query: { q: point.address, limit: 5 } });
  const drafted = await retryWhileTransient(person, () => draft(person, point));
  if (drafted.kind !== 'ok') return drafted;
  const id = drafted.value;
  person.confirmed.push({ what: 'drafted', id });
  const body = {
    travaux_prescrits: false,
    travaux_realises: null,
    sinistres_indemnises: false,
    travaux_rga_non_realises: null,
  };
  const declared = await retryWhileTransient(person, () =>
    ask(client, issuance.declare, { params: { erp_id: id }, body }),
  );
  if (declared.kind !== 'ok') return declared;
  return restoreOrder(person, id);
}

export const restoreOrder = (person: Person, id: number): Promise<Outcome<Issued>> =>
  retryWhileTransient(person, () => generate(person, id));

async function draft({ client }: Person, point: Point): Promise<Outcome<number>> {
  const parcel = await readParcel(client, point);
  if (parcel.kind !== 'ok') return parcel;
  const created = await ask(client, issuance.createStatement, { body: draftOf(point, parcel.value) });
  return created.kind === 'ok' ? { kind: 'ok', value: created.value.erp_id } : created;
}

/** Polls the progress like the loading screen. */
async function generate({ client, confirmed }: Person, id: number): Promise<Outcome<Issued>> {
  const waiting = new AbortController();
  const looking = watchProgress(client, id, waiting.signal);
  const params = { erp_id: id };
  const outcome = await ask(client, issuance.generateStatement, { params, timeoutMs: ISSUE_TIMEOUT_MS });
  waiting.abort();
  await looking;
  if (outcome.kind !== 'ok') return outcome;
  const { reference } = outcome.value;
  confirmed.push({ what: 'issued', id, reference });
  return { kind: 'ok', value: { id, reference } };
}

async function watchProgress(client: Person['client'], id: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    await sleep(PROGRESS_EVERY_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    await ask(client, issuance.generationProgress, { params: { erp_id: id } });
  }
}

/** After no response, a retry may be refused as already renewed: the list then confirms it. */
export async function renewStatement(person: Person, id: number): Promise<Outcome<unknown>> {
  const { client, confirmed } = person;
  const renew = (): Promise<Outcome<Renewed>> =>
    ask(client, issuance.renewStatement, { params: { id }, timeoutMs: LONG_TIMEOUT_MS });
  const renewed = await retryOnce(person, renew, { status: 409, known: () => readRenewed(client, id) });
  if (renewed.kind !== 'ok') return renewed;
  confirmed.push({ what: 'renewed', id, reference: renewed.value.reference ?? null });
  return renewed;
}

type Renewed = Pick<StatementListItem, 'reference'>;

async function readRenewed(client: Person['client'], id: number): Promise<Outcome<Renewed>> {
  const list = await ask(client, listStatements);
  if (list.kind !== 'ok') return list;
  const found = list.value.find((item) => item.id === id && item.nb_regenerations === 1);
  return found === undefined ? { kind: 'no response', why: 'neither renewed nor open' } : { kind: 'ok', value: found };
}

export async function downloadStatement(person: Person, id: number, edition?: 1 | 2): Promise<Outcome<Buffer>> {
  const { client, confirmed } = person;
  const input = { params: { erp_id: id }, query: edition === undefined ? {} : { edition }, timeoutMs: LONG_TIMEOUT_MS };
  const file = await retryWhileTransient(person, () => askFile(client, documents.downloadStatement, input));
  if (file.kind === 'ok') confirmed.push({ what: 'document', id, sha256: sha256Of(file.value) });
  return file;
}
