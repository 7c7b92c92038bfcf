import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask, isUsable, LostChild, startChild, whyNotStarted } from './child-request.ts';

/** `data` is any JSON value, read by the template as `/data.json`; `files` are read at `/<name>`. */
export type RenderRequest = { template: string; data: unknown; files: Record<string, Uint8Array> };
export type RenderReply = { pdf: Uint8Array } | { failure: string };

type Template = 'statement' | 'invoice' | 'terms' | 'receipt' | 'confirmation';

export type Typst = {
  /**
   * A tagged PDF (PDF/UA-1 and PDF/A-3a, each checked by the compiler) of `templates/<template>/main.typ`.
   * Deterministic. An invoice is PDF/A-3a and Factur-X, with the file `factur-x.xml`. Throws when the template refuses
   * the data, warns, exceeds the time limit, or when the queue is full.
   */
  render(template: Template, data: unknown, files: Record<string, Uint8Array>): Promise<Buffer>;
  /** The template's sources by path. Given as files of a later `render`, they replace the sources of that version. */
  sources(template: Template): Record<string, Uint8Array>;
  /** Living processes, documents in them, documents in the queue. */
  state(): { children: number; printing: number; waiting: number };
  /** Null when processes start; otherwise why the last one did not. Starts one unless one has printed and lives. */
  check(): Promise<string | null>;
  close(): Promise<void>;
};

type Job = { request: RenderRequest; resolve: (pdf: Buffer) => void; reject: (error: Error) => void };
type Options = {
  children?: number;
  /** Processor time for one document, the start of its process included (`limitWork`). */
  timeLimitMs?: (template: string) => number;
  queueLimit?: number;
  templates?: string;
};

const CHILD = fileURLToPath(new URL('typst-child.ts', import.meta.url));
const TEMPLATES = fileURLToPath(new URL('../../../templates', import.meta.url));

/** Documents wait in one queue; at most `children` processes, started on demand, print one document each at a time. */
export function createTypst(options: Options = {}): Typst {
  const { children = availableParallelism(), timeLimitMs = () => 20_000, queueLimit = 200 } = options;
  const { templates = TEMPLATES } = options;
  const renderers = createRenderers(templates, timeLimitMs);
  const queue: Job[] = [];
  let running = 0;
  let closed = false;

  async function run({ request, resolve, reject }: Job): Promise<void> {
    // A single document uses every core; with others, its share: the compiler's threads would contend.
    const cores = availableParallelism();
    const threads = running === 1 ? cores : Math.max(1, Math.floor(cores / children));
    await renderers.render(request, threads).then(resolve, reject);
    running -= 1;
    next();
  }

  function next(): void {
    for (let job = queue[0]; job && running < children; job = queue[0]) {
      queue.shift();
      running += 1;
      void run(job);
    }
  }

  return {
    render: async (template, data, files) => {
      if (closed) throw new Error('typst: closed');
      if (queue.length >= queueLimit) throw new Error(`typst: ${queueLimit} documents are already waiting`);
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
      queue.push({ request: { template, data, files }, resolve, reject });
      next();
      return promise;
    },
    sources: sourcesIn(templates),
    state: () => ({ children: renderers.count(), printing: running, waiting: queue.length }),
    check: async () => (closed ? null : renderers.check(availableParallelism())),
    close: async () => {
      closed = true;
      for (const job of queue.splice(0)) job.reject(new Error('typst: closed'));
      await renderers.stop();
    },
  };
}

/** Read once: the sources of a running version do not change. */
function sourcesIn(templates: string): Typst['sources'] {
  const known = new Map<Template, Record<string, Uint8Array>>();
  return (template) => {
    const read = known.get(template) ?? sourcesOf(templates, template);
    known.set(template, read);
    return read;
  };
}

function sourcesOf(templates: string, template: Template): Record<string, Uint8Array> {
  const paths = ['lib', template].flatMap((folder) =>
    readdirSync(join(templates, folder)).map((name) => `${folder}/${name}`),
  );
  return Object.fromEntries(paths.toSorted().map((path) => [path, readFileSync(join(templates, path))]));
}

/**
 * Settings of glibc for renderers only: a document's memory is reused by the next one. Elsewhere it is returned at once
 * (`scripts/install.mjs`). Under steady load 5 % more statements a second, for 60 MB a process. Large pages (`hugetlb`):
 * 10 % less time a document, for 60 MB more; without effect where the kernel refuses them.
 */
const MEMORY = {
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
  MALLOC_MMAP_THRESHOLD_: '33554432',
  MALLOC_TRIM_THRESHOLD_: '268435456',
  MALLOC_TOP_PAD_: '16777216',
};

/** Processor time of a start; it takes some 0.3 s. */
const START_LIMIT_MS = 20_000;

function createRenderers(templates: string, timeLimitMs: (template: string) => number) {
  const processes = createProcesses(templates);
  let stopping = false;
  const attempt = (request: RenderRequest, child: ChildProcess): Promise<Buffer> =>
    renderIn(child, request, timeLimitMs(request.template))
      .then((pdf) => {
        processes.prove(child);
        return pdf;
      })
      .finally(() => processes.giveBack(child));
  return {
    count: processes.count,
    /** A render changes nothing elsewhere: when its process was dead, or died under it, it is done again, once. */
    render: (request: RenderRequest, threads: number): Promise<Buffer> =>
      attempt(request, processes.take(threads)).catch((error: unknown) => {
        if (stopping || !(error instanceof LostChild)) throw error;
        return attempt(request, processes.start(threads));
      }),
    check: async (threads: number): Promise<string | null> => {
      if (processes.isProven()) return null;
      const child = processes.take(threads);
      const why = await whyNotStarted(child, START_LIMIT_MS).finally(() => processes.giveBack(child));
      if (why === null) processes.prove(child);
      // A process that a stop ended is no failure.
      return stopping ? null : why;
    },
    stop: (): Promise<void> => {
      stopping = true;
      return processes.stop();
    },
  };
}

/** Forked renderers, reused while they live: a new one costs 0.2 s, and a killed one must not be used again. */
function createProcesses(templates: string) {
  const all = new Set<ChildProcess>();
  const idle = new Set<ChildProcess>();

  const threadsOf = new WeakMap<ChildProcess, number>();
  const proven = new WeakSet<ChildProcess>();

  function start(threads: number): ChildProcess {
    const env = { ...process.env, ...MEMORY, RAYON_NUM_THREADS: String(threads) };
    const child = startChild(CHILD, [templates], { execArgv: [], env });
    threadsOf.set(child, threads);
    all.add(child);
    const forget = (): void => {
      all.delete(child);
      idle.delete(child);
    };
    child.once('exit', forget);
    // A process that failed to start has no exit event; `send` refuses the document sent to it.
    child.on('error', forget);
    return child;
  }

  return {
    start,
    count: (): number => all.size,
    prove: (child: ChildProcess): void => void proven.add(child),
    /** Whether a process that has answered lives. */
    isProven: (): boolean => [...all].some((child) => proven.has(child) && isUsable(child)),
    take: (threads: number): ChildProcess => {
      const [child = start(threads)] = [...idle].filter((one) => isUsable(one) && threadsOf.get(one) === threads);
      idle.delete(child);
      return child;
    },
    giveBack: (child: ChildProcess): void => {
      if (isUsable(child)) idle.add(child);
      // A living process whose channel is broken would never end by itself.
      else child.kill('SIGKILL');
    },
    stop: async (): Promise<void> => {
      const exits = [...all].map((child) => once(child, 'exit'));
      for (const child of all) child.kill();
      await Promise.all(exits);
    },
  };
}

/** @throws LostChild, or an error that names the template */
async function renderIn(child: ChildProcess, request: RenderRequest, timeLimitMs: number): Promise<Buffer> {
  const reply = await ask<RenderReply>(child, request, timeLimitMs).catch((error: unknown) => {
    const Kind = error instanceof LostChild ? LostChild : Error;
    throw new Kind(`typst: ${request.template} ${(error as Error).message}`, { cause: error });
  });
  if ('failure' in reply) throw new Error(`typst: ${request.template} was refused: ${reply.failure}`);
  return Buffer.from(reply.pdf.buffer, reply.pdf.byteOffset, reply.pdf.byteLength);
}
