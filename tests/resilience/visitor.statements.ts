import { setTimeout as sleep } from 'node:timers/promises';
import { searchAddresses } from '@clairisque/contract/addresses.ts';
import { downloadStatement } from '@clairisque/contract/documents.ts';
import * as issuance from '@clairisque/contract/issuance.ts';
import { nearbyParcels, parcelCode, parcelReference } from '@clairisque/contract/parcels.ts';
import { listStatements, type StatementListItem } from '@clairisque/contract/statements.ts';
import { ask, askFile, type Told } from '../harness/http.ts';
import { insist, insistOnce, sha256Of, type Person } from './person.ts';

export type Point = { longitude: number; latitude: number; address: string };
type Issued = { id: number; reference: string };

/** Timeouts of the pages for a renewal or a file, and for a generation (web/src/features/issuance/issue-query.ts). */
const LONG_TIMEOUT_MS = 60_000;
const ISSUE_TIMEOUT_MS = 5 * 60_000;
const PROGRESS_EVERY_MS = 1_000;

/** Address, parcel, draft, declarations, generation. Retries always concern the same statement. */
export async function issueStatement(person: Person, point: Point): Promise<Told<Issued>> {
  const { asker } = person;
  // Suggestions only: the point decides.
  await ask(asker, searchAddresses, { query: { q: point.address, limit: 5 } });
  const drafted = await insist(person, () => draft(person, point));
  if (drafted.heard !== 'yes') return drafted;
  const id = drafted.answer;
  person.promised.push({ what: 'drafted', id });
  const body = {
    travaux_prescrits: false,
    travaux_realises: null,
    sinistres_indemnises: false,
    travaux_rga_non_realises: null,
  };
  const declared = await insist(person, () => ask(asker, issuance.declare, { params: { erp_id: id }, body }));
  if (declared.heard !== 'yes') return declared;
  return takeUpStatement(person, id);
}

export const takeUpStatement = (person: Person, id: number): Promise<Told<Issued>> =>
  insist(person, () => generate(person, id));

async function draft({ asker }: Person, point: Point): Promise<Told<number>> {
  const { longitude, latitude, address } = point;
  const parcels = await ask(asker, nearbyParcels, { params: { longitude, latitude } });
  if (parcels.heard !== 'yes') return parcels;
  const [parcel] = parcels.answer;
  if (parcel === undefined) return { heard: 'nothing', why: `no parcel at ${longitude}, ${latitude}` };
  const created = await ask(asker, issuance.createStatement, {
    body: {
      adresse: address,
      cadastre: parcelReference(parcel),
      code_parcelle: parcelCode(parcel),
      longitude,
      latitude,
      type_de_transaction: 'Vente',
      vendeur_nom: 'Élodie Martin-Lefèvre',
      acheteur_nom: 'SCI des Trois Fontaines',
    },
  });
  return created.heard === 'yes' ? { heard: 'yes', answer: created.answer.erp_id } : created;
}

/** Polls the progress like the loading screen. */
async function generate({ asker, promised }: Person, id: number): Promise<Told<Issued>> {
  const waiting = new AbortController();
  const looking = watchProgress(asker, id, waiting.signal);
  const params = { erp_id: id };
  const told = await ask(asker, issuance.generateStatement, { params, timeoutMs: ISSUE_TIMEOUT_MS });
  waiting.abort();
  await looking;
  if (told.heard !== 'yes') return told;
  const { reference } = told.answer;
  promised.push({ what: 'issued', id, reference });
  return { heard: 'yes', answer: { id, reference } };
}

async function watchProgress(asker: Person['asker'], id: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    await sleep(PROGRESS_EVERY_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    await ask(asker, issuance.generationProgress, { params: { erp_id: id } });
  }
}

/** After no response, a retry may be refused as already renewed: the list then confirms it. */
export async function renewStatement(person: Person, id: number): Promise<Told<unknown>> {
  const { asker, promised } = person;
  const renew = (): Promise<Told<Renewed>> =>
    ask(asker, issuance.renewStatement, { params: { id }, timeoutMs: LONG_TIMEOUT_MS });
  const renewed = await insistOnce(person, renew, { status: 409, known: () => readRenewed(asker, id) });
  if (renewed.heard !== 'yes') return renewed;
  promised.push({ what: 'renewed', id, reference: renewed.answer.reference ?? null });
  return renewed;
}

type Renewed = Pick<StatementListItem, 'reference'>;

async function readRenewed(asker: Person['asker'], id: number): Promise<Told<Renewed>> {
  const list = await ask(asker, listStatements);
  if (list.heard !== 'yes') return list;
  const found = list.answer.find((item) => item.id === id && item.nb_regenerations === 1);
  return found === undefined ? { heard: 'nothing', why: 'neither renewed nor open' } : { heard: 'yes', answer: found };
}

export async function downloadStatement(person: Person, id: number, edition?: 1 | 2): Promise<Told<Buffer>> {
  const { asker, promised } = person;
  const input = { params: { erp_id: id }, query: edition === undefined ? {} : { edition }, timeoutMs: LONG_TIMEOUT_MS };
  const file = await insist(person, () => askFile(asker, downloadStatement, input));
  if (file.heard === 'yes') promised.push({ what: 'document', id, sha256: sha256Of(file.answer) });
  return file;
}
