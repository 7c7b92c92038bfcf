import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const WEB_DIR = resolve('web/dist');
const STAMP = join(WEB_DIR, '.sources');

/** Builds the browser application when its sources changed since the last build; returns its folder. */
export async function buildWeb(): Promise<string> {
  const sources = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return WEB_DIR;
  console.log('Construction des pages (quelques secondes, après chaque changement)…');
  await promisify(execFile)(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'error'],
    {
      maxBuffer: 16_000_000,
    },
  );
  writeFileSync(STAMP, sources);
  return WEB_DIR;
}

function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync('package-lock.json'));
  const files = globSync([
    'web/{src,public}/**/*',
    'web/{index.html,vite.config.ts,package.json}',
    'contract/src/**/*.ts',
  ]);
  for (const file of files.toSorted()) {
    if (/\.\w+$/.test(file)) hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex');
}
