import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createHash } from 'node:crypto';
import { command, NoVerdict, sha256Of, successOf } from './judge.ts';

/** The judges are installed here by their own package managers: nothing of the product depends on them. */
const CACHE = resolve(import.meta.dirname, '../.cache/judges');
const NPM = resolve(import.meta.dirname, '../runtime/node_modules/npm/bin/npm-cli.js');
const PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get';

/** `artifact`: group:name:version, with `:jar:classifier` where there is one. */
export type Jar = { artifact: string; sha256: string };

/** The path of a jar of Maven Central whose bytes are those that were pinned. */
export async function jar({ artifact, sha256 }: Jar): Promise<string> {
  const [group = '', name = '', version = '', , classifier] = artifact.split(':');
  const file = `${[name, version, ...(classifier === undefined ? [] : [classifier])].join('-')}.jar`;
  const path = join(CACHE, 'maven', ...group.split('.'), name, version, file);
  if ((await sha256Of(path)) !== sha256) {
    await mkdir(CACHE, { recursive: true });
    const options = ['-q', '-B', `-Dmaven.repo.local=${join(CACHE, 'maven')}`];
    await successOf('mvn', [...options, PLUGIN, `-Dartifact=${artifact}`, '-Dtransitive=false'], { cwd: CACHE });
  }
  const found = await sha256Of(path);
  if (found !== sha256) throw new NoVerdict(`${file} is not the file that was pinned: its SHA-256 is ${found}.`);
  return path;
}

/** The Python of an environment of its own, with the packages of `python/requirements.txt`, whose SHA-256 pip verifies. */
export async function python(): Promise<string> {
  const requirements = join(import.meta.dirname, 'python/requirements.txt');
  await once('python', [requirements], async (folder) => {
    await successOf('python3', ['-m', 'venv', folder]);
    const pip = ['-m', 'pip', 'install', '--quiet', '--require-hashes', '--no-deps', '--only-binary', ':all:'];
    await successOf(join(folder, 'bin/python'), [...pip, '-r', requirements]);
  });
  return join(CACHE, 'python/bin/python');
}

/** The folder of the packages of `npm/`, whose lockfile npm verifies. */
export async function npm(): Promise<string> {
  const sources = ['package.json', 'package-lock.json'].map((name) => join(import.meta.dirname, 'npm', name));
  await once('npm', sources, async (folder) => {
    await cp(join(import.meta.dirname, 'npm'), folder, { recursive: true });
    await successOf(process.execPath, [NPM, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  });
  return join(CACHE, 'npm');
}

/** A program of a Go module, built with the sums of `go/go.sum`. */
export async function go(program: string): Promise<string> {
  const path = join(CACHE, 'go/bin', program.split('/').at(-1) ?? '');
  const env = { GOPATH: join(CACHE, 'go'), GOCACHE: join(CACHE, 'go/build'), GOFLAGS: '-modcacherw -mod=readonly' };
  const { code, err } = await command('go', ['build', '-o', path, program], {
    cwd: join(import.meta.dirname, 'go'),
    env,
    minutes: 45,
  });
  if (code !== 0) throw new NoVerdict(`${program} was not built: ${err.trim().split('\n').at(-1) ?? ''}.`);
  return path;
}

/** Installs again after a change of `sources`, or an installation that was cut. */
async function once(name: string, sources: string[], install: (folder: string) => Promise<void>): Promise<void> {
  const folder = join(CACHE, name);
  const hash = createHash('sha256');
  for (const source of sources) hash.update(await readFile(source));
  const wanted = hash.digest('hex');
  const stamp = join(folder, '.installed');
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted) return;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await install(folder);
  await writeFile(stamp, wanted);
}
