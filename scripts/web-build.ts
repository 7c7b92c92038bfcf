import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const CACHE = resolve('.cache');
/** Former builds that a running server may still serve. */
const KEPT_BUILDS = 3;

/**
 * Builds the browser application when its sources have changed; returns the build's folder, one per version, so that a
 * build never removes the pages of a running server.
 */
export async function buildWeb(): Promise<string> {
  const folder = resolve(CACHE, `web-${fingerprint()}`);
  if (existsSync(folder)) return folder;
  console.log('Construction des pages (quelques secondes, après chaque changement)…');
  const draft = `${folder}.${process.pid}`;
  // Vite would build React's development version under the `test` of a test runner.
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, ['web/build.ts', draft], { env, maxBuffer: 16_000_000 });
  if (existsSync(folder)) rmSync(draft, { recursive: true });
  else renameSync(draft, folder);
  forgetOldBuilds();
  return folder;
}

function forgetOldBuilds(): void {
  const builds = globSync(`${CACHE}/web-*`).toSorted((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  for (const build of builds.slice(KEPT_BUILDS)) rmSync(build, { recursive: true, force: true });
}

function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync('package-lock.json'));
  const files = globSync([
    'web/{src,public}/**/*',
    'web/{index.html,vite.config.ts,build.ts,package.json}',
    'contract/src/**/*.ts',
    'clients/{generator,typescript/src,typescript/templates,python/clairisque}/*',
    'clients/typescript/*.{json,md}',
    'clients/python/*.{py,toml,md}',
  ]);
  for (const file of files.toSorted()) {
    if (/\.\w+$/.test(file)) hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}
