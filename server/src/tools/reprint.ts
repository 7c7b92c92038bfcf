import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '#config.ts';
import { createDeps } from '#deps.ts';
import { reprint } from '#features/statements/statements.ts';
import { createHttp } from '#platform/http/fastify.ts';

/**
 * `npm run reprint -- REFERENCE [--out FILE]`, with the product's `DATABASE_URL` and `FILES_DIR`: makes an issued document
 * again from what was kept of it, and tells whether the bytes are those that were issued. Exit 1 when they are not.
 */
const USAGE = 'Usage : DATABASE_URL=… FILES_DIR=… npm run reprint -- RÉFÉRENCE [--out FICHIER.pdf]';

async function run(reference: string, out: string | undefined): Promise<boolean> {
  const config = readConfig({ ...process.env, LOG_LEVEL: 'error', TYPST_PROCESSES: '1' });
  const http = createHttp(config);
  const { deps, close } = createDeps(config, http.log);
  try {
    const { pdf, issuedSha256 } = await reprint(deps, reference);
    const sha256 = createHash('sha256').update(pdf).digest('hex');
    if (out !== undefined) await writeFile(out, pdf);
    console.log(`émis      ${issuedSha256}\nréimprimé ${sha256}`);
    console.log(sha256 === issuedSha256 ? 'Mêmes octets.' : 'Les octets diffèrent.');
    return sha256 === issuedSha256;
  } finally {
    await close();
    await http.close();
  }
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } });
const [reference] = positionals;
if (reference === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else if (!(await run(reference, values.out))) process.exitCode = 1;
