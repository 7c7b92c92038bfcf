import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import type { LaunchOptions } from '@playwright/test';
import { extract } from 'tar-fs';

/** The npm package: Chromium, its graphics libraries, a font and the shared libraries that a minimal Debian lacks, all compressed. */
const PACKAGE = fileURLToPath(new URL('..', import.meta.resolve('@sparticuz/chromium')));
const ARCHIVES = ['swiftshader.tar.br', 'fonts.tar.br', 'al2023.tar.br'] as const;

/**
 * Launch options of the tests' browser: `CHROMIUM_PATH` where it is set, npm's on Linux x64, else the machine's Chrome
 * (untested). The first call unpacks npm's into `.cache`, one folder per version; concurrent callers are safe.
 */
export async function chromiumLaunch(): Promise<LaunchOptions> {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined && given !== '') return { executablePath: given };
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' };
  const folder = await unpacked();
  writeFontSettings(folder);
  const env = {
    ...process.env,
    // In the plain C locale a downloaded file with an accent in its name is called « download ».
    LC_ALL: 'C.UTF-8',
    LD_LIBRARY_PATH: join(folder, 'lib'),
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
  };
  return { executablePath: join(folder, 'chromium'), env };
}

async function unpacked(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  const folder = join(import.meta.dirname, '..', '.cache', `chromium-${version}`);
  if (existsSync(folder)) return folder;
  console.log('Préparation du navigateur des tests (quelques secondes, une seule fois)…');
  const draft = `${folder}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const source = join(PACKAGE, 'bin');
  await Promise.all([
    decompress(join(source, 'chromium.br'), createWriteStream(join(draft, 'chromium'))),
    ...ARCHIVES.map((name) => decompress(join(source, name), extract(draft))),
  ]);
  chmodSync(join(draft, 'chromium'), 0o755);
  try {
    renameSync(draft, folder);
  } catch (error) {
    // Another process was faster: its folder is complete, since it was renamed too.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

const decompress = (file: string, target: NodeJS.WritableStream): Promise<void> =>
  pipeline(createReadStream(file), createBrotliDecompress(), target);

/**
 * The package's own settings name fixed folders of a shared temporary one. Written again when the project's folder was
 * moved or copied: without its font the browser shows no text.
 */
function writeFontSettings(folder: string): void {
  const escaped = folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const settings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${escaped}/fonts</dir>
  <cachedir>${escaped}/fonts-cache</cachedir>
</fontconfig>
`;
  const file = join(folder, 'fonts.conf');
  if (existsSync(file) && readFileSync(file, 'utf8') === settings) return;
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, settings);
  renameSync(draft, file);
}
