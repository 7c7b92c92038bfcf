import { loadavg } from 'node:os';
import type { Part } from '../harness/report.ts';
import { report } from '../harness/report.ts';
import { createWorkspace } from '../harness/workspace.ts';

/** One trial per file: `run` receives the arguments after its name, and returns the lines of its table. */
type Trial = { run: (options: string[]) => Promise<Part[]> };

const TRIALS: Record<string, () => Promise<Trial>> = {
  attack: () => import('./attack.ts'),
  batches: () => import('./batches.ts'),
  faults: () => import('./faults.ts'),
  fuzz: () => import('./fuzz.ts'),
  load: () => import('./load.ts'),
  restore: () => import('./restore.ts'),
  rolling: () => import('./rolling.ts'),
  soak: () => import('./soak.ts'),
  watch: () => import('./watch.ts'),
};

/** `npm run trials -- NAME [OPTION…]`: prints the table of that trial. Exit code 1 when a goal is missed. */
const [name = '', ...options] = process.argv.slice(2);
const load = TRIALS[name];
if (load === undefined) throw new Error(`usage: npm run trials -- ${Object.keys(TRIALS).join('|')} [OPTION…]`);
const workspace = createWorkspace();
const endWith = async (code: number): Promise<void> => {
  // A failing cleanup must not start another.
  await workspace.remove().catch((error: unknown) => console.error(error));
  process.exit(code);
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void endWith(130));
process.on('uncaughtException', (error) => {
  console.error(error);
  void endWith(1);
});
const [loadBefore = 0] = loadavg();
const parts = await (await load()).run(options);
console.log(report(parts, { command: `npm run trials -- ${[name, ...options].join(' ')}`, loadBefore }));
await endWith(parts.some(({ figures }) => figures.some(({ met }) => met === false)) ? 1 : 0);
