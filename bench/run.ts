import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { startProduct } from '../tests/harness/product.ts';
import { accounts } from './accounts.ts';
import type { Bench } from './bench.ts';
import { boundPages } from './bound-pages.ts';
import { datasetsEngine } from './datasets-engine.ts';
import { datasetsImport } from './datasets-import.ts';
import { datasetsServer } from './datasets-server.ts';
import { loginFlood } from './accounts-flood.ts';
import type { Part } from '../tests/harness/report.ts';
import { firstGesture } from './first-gesture.ts';
import { generation } from './generation.ts';
import { lighthouse } from './lighthouse.ts';
import { createParts } from './issued-document.ts';
import { parcels } from './parcels.ts';
import { pdf } from './pdf.ts';
import { proximite } from './proximite.ts';
import { report } from '../tests/harness/report.ts';
import { statementsList } from './statements-list.ts';
import { statementsTab } from './statements-tab.ts';
import { sustained } from './sustained.ts';

const PARTS: Record<string, (bench: Bench) => Promise<Part | Part[]>> = {
  generation,
  pages: boundPages,
  parcels,
  pdf,
  sustained,
  proximite,
  accounts: async (bench) => [await accounts(bench), await loginFlood()],
  list: statementsList,
  tab: statementsTab,
  lighthouse,
  'first-gesture': firstGesture,
  datasets: async (bench) => [await datasetsImport(), await datasetsEngine(), ...(await datasetsServer(bench))],
};

/**
 * `npm run bench [-- PART…]`: measures, and writes `RESULTS.md` when every part was run. Exit code 1 when a goal is
 * missed.
 */
const names = Object.keys(PARTS);
const asked = Object.entries(PARTS).filter(([name]) => process.argv.length === 2 || process.argv.includes(name));
if (asked.length === 0) throw new Error(`usage: npm run bench -- [${names.join('|')}]…`);
const [loadBefore = 0] = loadavg();
const parts = await withBench(measure);
const text = report(parts, { command: 'npm run bench', loadBefore });
console.log(text);
if (asked.length === names.length) writeFileSync(fileURLToPath(new URL('RESULTS.md', import.meta.url)), text);
process.exitCode = parts.some(({ figures }) => figures.some(({ met }) => met === false)) ? 1 : 0;

async function measure(bench: Bench): Promise<Part[]> {
  const done: Part[] = [];
  for (const [, part] of asked) done.push(...[await part(bench)].flat());
  return done;
}

async function withBench(work: (bench: Bench) => Promise<Part[]>): Promise<Part[]> {
  const filesDir = mkdtempSync(join(tmpdir(), 'clairisque-bench-files-'));
  const product = await startProduct({ env: { FILES_DIR: filesDir } });
  const pool = new Pool({ connectionString: product.databaseUrl, max: 4 });
  const { deps, close } = createParts({ ...product, filesDir });
  try {
    return await work({ product: { ...product, filesDir }, pool, deps });
  } finally {
    await close();
    await pool.end();
    await product.stop();
    rmSync(filesDir, { recursive: true, force: true });
  }
}
