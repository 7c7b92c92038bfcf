import type { Deps } from '#deps.ts';
import { failureOf } from '#platform/mistake.ts';
import type { FileStore } from '#platform/files/file-store.ts';

/** An idle check costs a message to a living process, or one read of a few bytes. */
const LOOKS_MS = { well: 30_000, ill: 5_000 };

/**
 * A part that this process cannot work without. `check` returns null, or why it fails; `sentence` is for `/readyz`,
 * which anybody may read. `outages`: once it has worked, its silence is told and keeps no call away.
 */
type Part = {
  of: 'renderers' | 'reader' | 'store';
  check: () => Promise<string | null>;
  sentence: string;
  outages: boolean;
};

export type Readiness = {
  /** Looks at every part; the first time before any call is served. */
  look(): Promise<void>;
  /** What keeps this process from serving, and what fails while it serves. */
  state(): { obstacle: string | null; faults: string[] };
  stop(): void;
};

type Watched = Pick<Deps, 'typst' | 'pdfPages' | 'telemetry' | 'log'> & { files: Pick<FileStore, 'put' | 'read'> };

/**
 * Watches the processes that print and read documents, and the store (decision 0024): a machine on which they cannot
 * start, or whose store has never answered, must not be sent any call. Each cause is logged when it changes.
 */
export function watchReadiness(deps: Watched, looksMs = LOOKS_MS): Readiness {
  const { telemetry, log } = deps;
  const parts = partsOf(deps);
  const failing = new Map<Part, string>();
  const worked = new Set<Part>();
  const lookAt = async (part: Part): Promise<void> => {
    const why = await part.check().catch((error: unknown) => failureOf(error).detail);
    telemetry.metrics.partDown.set({ of: part.of }, why === null ? 0 : 1);
    if (why !== null && failing.get(part) !== why) log.error({ part: part.of, why }, part.sentence);
    if (why === null && failing.has(part)) log.info({ part: part.of }, 'works again');
    if (why !== null) failing.set(part, why);
    else failing.delete(part);
    if (why === null) worked.add(part);
  };
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = async (): Promise<void> => {
    clearTimeout(timer);
    await Promise.all(parts.map(lookAt));
    if (!isStopped) timer = setTimeout(look, failing.size > 0 ? looksMs.ill : looksMs.well).unref();
  };
  return {
    look,
    state: () => {
      const [obstacle = null] = [...failing.keys()].filter((part) => !(part.outages && worked.has(part)));
      return { obstacle: obstacle && obstacle.sentence, faults: [...failing.keys()].map(({ sentence }) => sentence) };
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

function partsOf({ typst, pdfPages, files }: Watched): Part[] {
  return [
    { of: 'renderers', check: () => typst.check(), sentence: 'impression des documents impossible', outages: false },
    {
      of: 'reader',
      check: () => pdfPages.check(),
      sentence: 'lecture des documents officiels impossible',
      outages: false,
    },
    { of: 'store', check: storeCheck(files), sentence: 'stockage des documents injoignable', outages: true },
  ];
}

/** The probe lies beside the page files: a lifecycle rule may delete it. */
const PROBE = { key: 'assets/probe', bytes: Buffer.from('Written at each start of a process.\n') };

/** Writes a few bytes the first time, which shows a missing bucket and a refused encryption alike; then reads them. */
function storeCheck(files: Pick<FileStore, 'put' | 'read'>): () => Promise<null> {
  let isWritten = false;
  return async () => {
    const kept = isWritten ? await files.read(PROBE.key).catch(nullWhenMissing) : null;
    if (kept === null) await files.put(PROBE.key, PROBE.bytes);
    isWritten = true;
    return null;
  };
}

function nullWhenMissing(error: unknown): null {
  const isMissing = error instanceof Error && (error.name === 'NoSuchKey' || failureOf(error).code === 'ENOENT');
  if (isMissing) return null;
  throw error;
}
