import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run licences [-- --verify]`: writes docs/licences.md, the list of third-party packages in the product. Exit code 1
 * when a licence is neither permissive nor among the exceptions, or, with `--verify`, when the file does not match the
 * lockfile.
 */

type Locked = {
  version?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  link?: boolean;
};
type Package = { name: string; version: string; licence: string; isDev: boolean };

/** Licences that only require keeping the notice. */
const PERMISSIVE = new Set(
  'MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0 Unlicense Zlib CC0-1.0 Python-2.0 PSF-2.0'.split(
    ' ',
  ),
);

/** Exceptions: which packages, with their licence text, and why they are accepted. */
const EXCEPTIONS: { names: RegExp; licence: string; why: string }[] = [
  {
    names: /^lightningcss(-|$)/,
    licence: 'MPL-2.0',
    why: 'Build time only: none of its code is served. Unmodified; its sources are on npm.',
  },
  {
    names: /^axe-core$|^@axe-core\//,
    licence: 'MPL-2.0',
    why: 'Accessibility tests only, unmodified.',
  },
  {
    names: /^@img\/sharp-(libvips-|win32-|wasm32)/,
    licence: 'LGPL-3.0-or-later',
    why: 'libvips: a separate shared library that sharp loads at run time, and that users may replace.',
  },
  {
    names: /^(@expo-google-fonts|@fontsource-variable)\//,
    licence: 'OFL-1.1',
    why: 'Fonts, embedded in documents and served with pages under their name, never sold separately.',
  },
  {
    names: /^dejavu-fonts-ttf$/,
    licence: 'SEE LICENSE IN README.md AND LICENSE',
    why: 'DejaVu: Bitstream Vera licence and public domain, as permissive as the OFL.',
  },
  {
    names: /^(@turf\/)?jsts$/,
    licence: '(EDL-1.0 OR EPL-1.0)',
    why: 'We choose EDL-1.0, which is BSD-3-Clause.',
  },
  {
    names: /^npm$/,
    licence: 'Artistic-2.0',
    why: 'Installs the packages, unmodified; not part of the product.',
  },
  { names: /^qrcode-terminal$/, licence: 'Apache 2.0', why: 'Part of npm. Apache-2.0 without its hyphen.' },
  {
    names: /^spdx-exceptions$/,
    licence: 'CC-BY-3.0',
    why: 'Part of npm: a list of names, which requires attribution only.',
  },
  { names: /^arc$/, licence: 'BSD', why: 'Its LICENSE.md is the BSD text, and cites GDAL, under MIT.' },
  {
    names: /^splaytree-ts$/,
    licence: 'BDS-3-Clause',
    why: 'Typing error for BSD-3-Clause: its LICENSE is that text.',
  },
];

/** Packages of one licence that are named. */
const SHOWN = 4;

const ROOT = join(import.meta.dirname, '..');
const TARGET = join(ROOT, 'docs/licences.md');

const all = ['', 'runtime/'].flatMap((folder) => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(packages).flatMap(([path, locked]) => read(`${folder}${path}`, locked));
});
const refused = all.filter((one) => !isPermissive(one.licence) && exceptionOf(one) === undefined);
for (const { name, version, licence } of refused) console.error(`${name}@${version}: ${licence}`);
const text = written(all);
const isStale = !existsSync(TARGET) || readFileSync(TARGET, 'utf8') !== text;
if (!process.argv.includes('--verify')) writeFileSync(TARGET, text);
else if (isStale) console.error('docs/licences.md is out of date: run npm run licences');
process.exitCode = refused.length > 0 || (isStale && process.argv.includes('--verify')) ? 1 : 0;

/** Nothing for our own workspaces. */
function read(path: string, { version = '', license, link, ...locked }: Locked): Package[] {
  if (!path.includes('node_modules/') || link === true) return [];
  const name = path.split('node_modules/').at(-1) ?? '';
  const isDev = locked.dev === true || locked.devOptional === true || path.startsWith('runtime/node_modules/npm');
  return [{ name, version, licence: license ?? declaredIn(path), isDev }];
}

/** Old packages declare it in a list that the lockfile omits, or in a file only. */
function declaredIn(path: string): string {
  const folder = join(ROOT, path);
  const { licenses = [] } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    licenses?: { type: string }[];
  };
  if (licenses.length > 0) return licenses.map(({ type }) => type).join(' OR ');
  const file = ['LICENSE', 'LICENSE.md', 'README.md', 'readme.md', 'Readme.md'].find((name) =>
    existsSync(join(folder, name)),
  );
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
  return /\bMIT\b|Permission is hereby granted, free of charge/.test(text) ? 'MIT' : 'none';
}

/** With OR, one permissive licence is enough; with AND, all must be. */
function isPermissive(licence: string): boolean {
  return licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => PERMISSIVE.has(one)));
}

function exceptionOf({ name, licence }: Package) {
  return EXCEPTIONS.find((exception) => exception.names.test(name) && licence.includes(exception.licence));
}

function written(all: Package[]): string {
  const used = EXCEPTIONS.map((exception) => ({
    ...exception,
    found: unique(all.filter((one) => exceptionOf(one) === exception)),
  }));
  const rows = used
    .filter(({ found }) => found.length > 0)
    .map(({ found, licence, why }) => `| ${shortened(found)} | ${licence} | ${why} |`);
  const served = all.filter(({ isDev }) => !isDev);
  return `${[
    '# Third-party packages',
    'Generated by `scripts/licences.ts` from both `package-lock.json`. The gate fails on a licence, also of a package for build and tests only, that is neither permissive nor listed here.',
    '## Exceptions',
    ['| packages | licence | reason |', '|---|---|---|', ...rows].join('\n'),
    '## In the product',
    listed(served),
  ].join('\n\n')}\n`;
}

function listed(packages: Package[]): string {
  const byLicence = Object.entries(Object.groupBy(packages, ({ licence }) => licence));
  const lines = byLicence
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([licence, some = []]) => `- **${licence}**: ${shortened(unique(some))}`);
  return lines.join('\n');
}

/** Both lockfiles name them all. */
function shortened(names: string[]): string {
  if (names.length <= SHOWN) return names.join(', ');
  return `${names.slice(0, SHOWN - 1).join(', ')} and ${names.length - SHOWN + 1} more`;
}

function unique(packages: Package[]): string[] {
  const named = packages.map(({ name, version }) => `${name} ${version}`);
  return [...new Set(named)].toSorted((one, other) => one.localeCompare(other, 'en'));
}
