import { parseArgs } from 'node:util';
import { readConfig } from '#config/config.ts';
import { createDeps, type Deps } from '#deps.ts';
import { createHttp } from '#platform/http/fastify.ts';
import { orSay, sayMistake } from './console-config.ts';

type Asked = { reference: string; out: string | undefined };

/**
 * Runs a command about one issued document, `npm run NAME -- REFERENCE [--out FILE]`, with the product's own
 * `DATABASE_URL` and `FILES_DIR`. `look` returns whether it is unchanged: exit code 1 when it is not, 2 without a
 * reference.
 */
export async function aboutOneDocument(
  { name, file }: { name: string; file: string },
  look: (deps: Deps, asked: Asked) => Promise<boolean>,
): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } });
  const [reference] = positionals;
  if (reference === undefined) {
    console.error(`Usage : DATABASE_URL=… FILES_DIR=… npm run ${name} -- RÉFÉRENCE [--out ${file}]`);
    process.exitCode = 2;
    return;
  }
  const config = orSay(() => readConfig({ ...process.env, LOG_LEVEL: 'error', TYPST_PROCESSES: '1' }, 'console'));
  const http = createHttp(config);
  const { deps, close } = createDeps(config, http.log);
  try {
    if (!(await look(deps, { reference, out: values.out }))) process.exitCode = 1;
  } catch (error) {
    sayMistake(error, config);
  } finally {
    await close();
    await http.close();
  }
}
