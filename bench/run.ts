import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { startProduct } from '../tests/harness/product.ts';
import { against } from './against.ts';
import { apiV3 } from './api-v3.ts';
import { apiV3List } from './api-v3-list.ts';
import { batches } from './batches.ts';
import type { Bench } from './bench.ts';
import { datasetsEngine } from './datasets-engine.ts';
import { datasetsImport } from './datasets-import.ts';
import { loginFlood } from './accounts-flood.ts';
import type { Part } from '../tests/harness/report.ts';
import { generation } from './generation.ts';
import { lighthouse } from './lighthouse.ts';
import { createParts } from './issued-document.ts';
import { parcels } from './parcels.ts';
import { pdf } from './pdf.ts';
import { inWords, report } from '../tests/harness/report.ts';
import { statementsList } from './statements-list.ts';
import { statementsTab } from './statements-tab.ts';
import { sustained } from './sustained.ts';

const PARTS: Record<string, (bench: Bench) => Promise<Part | Part[]>> = {
  generation,
  parcels,
  pdf,
  sustained,
  batches,
  accounts: loginFlood,
  'api-v3': apiV3,
  'api-v3-list': apiV3List,
  list: statementsList,
  tab: statementsTab,
  lighthouse,
  'datasets-import': datasetsImport,
  'datasets-engine': datasetsEngine,
};

/**
 * `npm run bench [-- PART…]`: measures, prints each part when it is done, and writes `RESULTS.md` when every part was
 * run; `datasets` names both parts that begin so. Exit code 1 when a goal is missed. `against COMMIT
 * PART…` compares with another build instead.
 */
const [, , ...given] = process.argv;
const names = Object.keys(PARTS);
if (given[0] === 'against') {
  try {
    console.log(await against(given.slice(1), names));
    process.exit(0);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
const isAsked = (name: string): boolean =>
  given.length === 0 || given.some((part) => name === part || name.startsWith(`${part}-`));
const asked = Object.entries(PARTS).filter(([name]) => isAsked(name));
if (asked.length === 0) throw new Error(`usage: npm run bench -- [${names.join('|')}]…`);
const [loadBefore = 0] = loadavg();
const parts = await withBench(measure);
const text = report(parts, { command: 'npm run bench', loadBefore });
console.log(text);
if (asked.length === names.length) writeFileSync(fileURLToPath(new URL('RESULTS.md', import.meta.url)), text);
process.exitCode = parts.some(({ figures }) => figures.some(({ met }) => met === false)) ? 1 : 0;

async function measure(bench: Bench): Promise<Part[]> {
  const done: Part[] = [];
  for (const [name, part] of asked) {
    const made = [await part(bench)].flat();
    for (const { figures } of made) for (const figure of figures) console.log(`${name}: ${inWords(figure)}`);
    done.push(...made);
  }
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
