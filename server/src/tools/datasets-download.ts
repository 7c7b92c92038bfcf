import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { DatasetRefusal } from '#adapters/datasets/refusal.ts';

export type PublishedFile = { name: string; url: string };
export type Downloaded = { name: string; bytes: number; sha256: string; isNew: boolean };
export type DownloadDeps = {
  /** Connections that gave nothing, in a row, before giving up. */
  attempts: number;
  /** Without a byte, a connection is taken for cut. */
  idleMs: number;
  onProgress: (progress: { name: string; received: number; total: number | null }) => void;
};

/** What identifies the published file that a part is of, by its server's word. */
const State = z.object({ url: z.string(), etag: z.string().nullable(), lastModified: z.string().nullable() });
type State = z.infer<typeof State>;
/** `state`: what the part is of; `done`: what the whole file is of. */
type Paths = { whole: string; part: string; state: string; done: string };
type Outcome = 'unchanged' | 'whole' | 'cut';

/**
 * Downloads a publisher's file into a folder, where only whole files are. A part waits beside, in `FOLDER.partial`: the
 * same command resumes it by HTTP Range (RFC 9110), from the start when the publisher has changed the file.
 * @throws DatasetRefusal
 */
export async function download(deps: DownloadDeps, file: PublishedFile, folder: string): Promise<Downloaded> {
  const beside = `${folder.replace(/\/+$/, '')}.partial`;
  await Promise.all([mkdir(folder, { recursive: true }), mkdir(beside, { recursive: true })]);
  const paths = {
    whole: join(folder, file.name),
    part: join(beside, file.name),
    state: join(beside, `${file.name}.part.json`),
    done: join(beside, `${file.name}.json`),
  };
  let silent = 0;
  for (;;) {
    const before = await sizeOf(paths.part);
    const outcome = await attempt(deps, file, paths);
    if (outcome !== 'cut') return described(paths.whole, file.name, outcome === 'whole');
    silent = (await sizeOf(paths.part)) > before ? 0 : silent + 1;
    if (silent >= deps.attempts) {
      throw new DatasetRefusal(`${file.name} : la connexion est coupée. La même commande reprendra où elle s’arrête.`);
    }
  }
}

async function attempt(deps: DownloadDeps, file: PublishedFile, paths: Paths): Promise<Outcome> {
  const idle = new AbortController();
  let timer = setTimeout(() => idle.abort(), deps.idleMs);
  const onBytes = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => idle.abort(), deps.idleMs);
  };
  try {
    return await transfer({ deps, file, paths, signal: idle.signal, onBytes });
  } catch (error) {
    if (error instanceof DatasetRefusal) throw error;
    if (codeOf(error) === 'ENOSPC') throw new DatasetRefusal(`${file.name} : plus de place.`, { cause: error });
    if (NO_NETWORK.has(codeOf(error))) {
      const { host } = new URL(file.url);
      throw new DatasetRefusal(`${file.name} : pas de réseau vers ${host} (${codeOf(error)}).`, { cause: error });
    }
    return 'cut';
  } finally {
    clearTimeout(timer);
  }
}

const NO_NETWORK = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ECONNREFUSED']);

/** The code of the error, or of its cause: `fetch` wraps those of the network. */
function codeOf(error: unknown): string {
  const { code, cause } = error as NodeJS.ErrnoException;
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? code ?? '';
}

type Transfer = { deps: DownloadDeps; file: PublishedFile; paths: Paths; signal: AbortSignal; onBytes: () => void };

async function transfer({ deps, file, paths, signal, onBytes }: Transfer): Promise<Outcome> {
  const kept = await sizeOf(paths.part);
  const headers = { 'accept-encoding': 'identity', ...(await conditions(file, paths, kept)) };
  const response = await fetch(file.url, { headers, signal });
  if (response.status === 304) return 'unchanged';
  // The part is as long as the file, or longer: it is of another one.
  if (response.status === 416) {
    await rm(paths.part, { force: true });
    return 'cut';
  }
  if (!response.ok || response.body === null) throw refused(file, response.status);
  const { start, total } = extentOf(response);
  if (start !== 0 && start !== kept) throw new DatasetRefusal(`${file.name} : réponse partielle inattendue.`);
  // In this order, a stopped process never leaves bytes of one file beside the word about another.
  if (start === 0) await rm(paths.part, { force: true });
  await writeFile(paths.state, JSON.stringify(stateOf(file, response)));
  const received = await append(response.body, paths.part, (bytes) => {
    onBytes();
    deps.onProgress({ name: file.name, received: start + bytes, total });
  });
  if (total !== null && start + received !== total) return 'cut';
  await rename(paths.part, paths.whole);
  await rename(paths.state, paths.done);
  return 'whole';
}

/** Keeps what came before a cut. Returns the bytes received. */
async function append(body: AsyncIterable<Uint8Array>, path: string, onBytes: (bytes: number) => void) {
  const target = await open(path, 'a');
  let received = 0;
  try {
    for await (const chunk of body) {
      await target.writeFile(chunk);
      received += chunk.length;
      onBytes(received);
    }
  } finally {
    await target.close();
  }
  return received;
}

/** A part resumes only if the server still has the same file; a whole file is asked again only if it has changed. */
async function conditions(file: PublishedFile, paths: Paths, kept: number): Promise<Record<string, string>> {
  const state = await readState(kept > 0 ? paths.state : paths.done);
  if (state?.url !== file.url) return {};
  if (kept > 0) return ifSame(state, kept);
  return (await sizeOf(paths.whole)) > 0 ? ifChanged(state) : {};
}

/** A weak validator (`W/"…"`) does not promise the same bytes. */
function ifSame({ etag, lastModified }: State, kept: number): Record<string, string> {
  const strong = etag === null || etag.startsWith('W/') ? lastModified : etag;
  return strong === null ? {} : { range: `bytes=${kept}-`, 'if-range': strong };
}

function ifChanged({ etag, lastModified }: State): Record<string, string> {
  if (etag !== null) return { 'if-none-match': etag };
  return lastModified === null ? {} : { 'if-modified-since': lastModified };
}

async function readState(path: string): Promise<State | null> {
  try {
    return State.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    // Absent, or cut by a stop: the file is asked again from the start.
    return null;
  }
}

const stateOf = ({ url }: PublishedFile, { headers }: Response): State => ({
  url,
  etag: headers.get('etag'),
  lastModified: headers.get('last-modified'),
});

/** Where the body starts in the file, and the file's length when it is said. */
function extentOf({ status, headers }: Response): { start: number; total: number | null } {
  if (status !== 206) {
    const length = headers.get('content-length');
    return { start: 0, total: length === null ? null : Number(length) };
  }
  const [, start = '-1', total = '*'] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
  return { start: Number(start), total: total === '*' ? null : Number(total) };
}

function refused({ name, url }: PublishedFile, status: number): DatasetRefusal {
  const what = status === 404 || status === 410 ? 'n’est plus à cette adresse' : 'est refusé par son serveur';
  return new DatasetRefusal(`${name} : ce fichier ${what} (${status}) : ${url}`);
}

const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0;

async function described(path: string, name: string, isNew: boolean): Promise<Downloaded> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { name, bytes: await sizeOf(path), sha256: hash.digest('hex'), isNew };
}
