import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { python } from './install.ts';
import { command, mustFind, NoVerdict, parsed, type Judge } from './judge.ts';
import { withProduct } from './product.ts';

const SEED = 37;
/** It goes on until its time is up, however many calls are asked for: on two cores, more than ten thousand of each. */
const SECONDS = { planted: 20, test: 900, live: 900, v2: 600 };
const CALLS = 10_000;
const CONFIG = join(import.meta.dirname, 'python/schemathesis.toml');
/** What was called is kept here, to be read. */
const REPORTS = resolve(import.meta.dirname, '../.cache/judges/reports');

const Failure = z.object({ code: z.string(), title: z.string(), count: z.number(), operations: z.array(z.string()) });
const Report = z.object({
  schemathesis_version: z.string(),
  operations: z.object({ selected: z.number().positive(), tested: z.number().positive(), errored: z.literal(0) }),
  test_cases: z.object({ generated: z.number().positive(), errored: z.literal(0) }),
  failures: z.array(Failure),
  errors: z.array(z.unknown()).length(0),
});

type Target = {
  name: string;
  url: string;
  seconds: number;
  headers?: Record<string, string>;
  options?: string[];
  calls?: number;
};

export const judge: Judge = {
  minutes: 10 + (SECONDS.planted + SECONDS.test + SECONDS.live + SECONDS.v2) / 60,
  async run() {
    const interpreter = await python();
    mkdirSync(REPORTS, { recursive: true });
    await judgeTheJudge(interpreter);
    return withProduct(async ({ url, keys, session }) => {
      const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
      const v3 = `${url}/api/v3/openapi.json`;
      const targets: Target[] = [
        { name: 'v3, clé d’essai', url: v3, seconds: SECONDS.test, headers: bearer(keys.test) },
        { name: 'v3, clé réelle', url: v3, seconds: SECONDS.live, headers: bearer(keys.live) },
        {
          name: 'v2',
          url: `${url}/api/docs/json`,
          seconds: SECONDS.v2,
          headers: { Authorization: `Token ${session}` },
          options: WITHIN_A_SESSION,
        },
      ];
      const reports = [];
      for (const target of targets) reports.push(await attack(interpreter, target));
      const counts = reports.map(({ name, test_cases }) => `${name} ${test_cases.generated.toLocaleString('fr')}`);
      const findings = reports.flatMap(({ name, failures }) => failures.map((one) => `${name}: ${sentenceOf(one)}`));
      const what = `appels : ${counts.join(', ')} (graine ${SEED})`;
      return { judge: `schemathesis ${reports[0]?.schemathesis_version}`, what, findings };
    });
  },
};

/**
 * Not asked: that each value which the schema admits is accepted (a cursor is ours, a point may be abroad, a key may have
 * been used), and that a method of no route is a 405 (QUERY is refused, with 400 or 404). Decision 0132.
 */
const EXCLUDED = ['--exclude-checks', 'positive_data_acceptance,unsupported_method'];

/** Without what ends the session or the account that the other calls need. */
const WITHIN_A_SESSION = ['--exclude-path-regex', '/token/logout/|/users/me/|/user/sessions/'];

async function attack(interpreter: string, target: Target) {
  const { name, url, seconds, headers = {}, options = [], calls = CALLS } = target;
  const file = join(REPORTS, `${name.replaceAll(/\W+/gu, '-')}.json`);
  const given = Object.entries(headers).flatMap(([header, value]) => ['-H', `${header}:${value}`]);
  const operations = await operationsOf(url);
  const limits = ['-n', String(Math.ceil(calls / operations)), '--max-time', String(seconds), '--seed', String(SEED)];
  const report = ['--report', 'json', '--report-json-path', file, '--no-color', '--generation-database', 'none'];
  const args = [
    '-m',
    'schemathesis.cli',
    '--config-file',
    CONFIG,
    'run',
    url,
    ...given,
    ...limits,
    ...report,
    ...EXCLUDED,
    ...options,
  ];
  const { code, out, err } = await command(interpreter, args, { cwd: REPORTS, minutes: seconds / 60 + 4 });
  writeFileSync(file.replace(/json$/, 'txt'), `${out}\n${err}`);
  if (code !== 0 && code !== 1) throw new NoVerdict(`schemathesis ended with ${code} on ${name}.`);
  const read = parsed('schemathesis', readFileSync(file, 'utf8'), Report);
  if ((read.failures.length === 0) !== (code === 0)) throw new NoVerdict('schemathesis contradicts itself.');
  return { name, ...read };
}

async function operationsOf(url: string): Promise<number> {
  const { paths } = (await (await fetch(url)).json()) as { paths: Record<string, object> };
  return Object.values(paths).flatMap((one) => Object.keys(one)).length;
}

const sentenceOf = ({ code, title, count, operations }: z.infer<typeof Failure>): string =>
  `${code} ${title}, ${count} times: ${operations.join(', ')}`;

/** A call that answers a field outside its schema. */
async function judgeTheJudge(interpreter: string): Promise<void> {
  const schema = { type: 'object', additionalProperties: false, properties: { name: { type: 'string' } } };
  const responses = { 200: { description: 'ok', content: { 'application/json': { schema } } } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'planted', version: '1' },
    paths: { '/planted': { get: { operationId: 'planted', responses } } },
  };
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url === '/openapi.json' ? document : { name: 'a', other: 1 }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/openapi.json`;
  const { failures } = await attack(interpreter, { name: 'planted', url, seconds: SECONDS.planted, calls: 5 });
  server.close();
  mustFind(
    'schemathesis',
    'a field outside its schema',
    failures.some(({ code }) => code === 'ST108'),
  );
}
