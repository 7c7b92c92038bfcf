import { userInfo } from 'node:os';
import { readConfig } from '#config/config.ts';
import { createDeps } from '#deps.ts';
import { createHttp } from '#platform/http/fastify.ts';
import { orSay, sayMistake } from './console-config.ts';
import { runSupport } from './support-console.ts';

/** `npm run support -- COMMAND…`, with the product's own environment and rules (docs/support.md). */
const config = orSay(() => readConfig({ ...process.env, LOG_LEVEL: 'warn', TYPST_PROCESSES: '1', DATABASE_POOL: '8' }));
const http = createHttp(config);
const { deps, close } = createDeps(config, http.log);
try {
  const { text, code } = await runSupport(deps, process.argv.slice(2), userInfo().username);
  console.log(text);
  process.exitCode = code;
} catch (error) {
  sayMistake(error, config);
} finally {
  await close();
  await http.close();
}
