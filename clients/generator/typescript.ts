import { execFile } from 'node:child_process';
import { cpSync, createReadStream, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { openApiV3 } from '@clairisque/contract/api-v3.openapi.ts';
import { extract } from 'tar-fs';
import { archive } from './archive.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCE = join(ROOT, 'clients/typescript');
const run = promisify(execFile);

/** The generator needs the programming interface of TypeScript 6; TypeScript 7 has none. */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' && context.parentURL?.includes('/@hey-api/') ? 'typescript6' : specifier, context),
});

/** Path of the package, in `into`. `folder` is made anew. */
export async function buildTypeScript(folder: string, into = folder): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of ['src', 'package.json', 'README.md'])
    cpSync(join(SOURCE, part), join(folder, part), { recursive: true });
  const { createClient } = await import('@hey-api/openapi-ts');
  await createClient({
    input: openApiV3('https://clairisque.fr') as never,
    output: { path: join(folder, 'src/generated'), importFileExtension: '.ts' },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent', file: false },
  });
  // Templates name what exists after the generation only.
  for (const name of ['client', 'index'])
    cpSync(join(SOURCE, `templates/${name}.ts.template`), join(folder, `src/${name}.ts`));
  await compile(folder);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const files = ['package.json', 'README.md', ...globSync('dist/**/*.{js,ts}', { cwd: folder })];
  return archive(folder, { files, root: 'package', into: join(into, `clairisque-client-${version}.tgz`) });
}

/** `dist/`: JavaScript and its types. */
async function compile(folder: string): Promise<void> {
  const compilerOptions = {
    outDir: 'dist',
    rootDir: 'src',
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    target: 'es2022',
    // The generated code was not written for them. Its declarations are clean under both: a test compiles them.
    exactOptionalPropertyTypes: false,
    noUncheckedIndexedAccess: false,
  };
  const config = { extends: join(SOURCE, 'tsconfig.json'), compilerOptions, include: ['src'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch((error: unknown) => {
    throw new Error(`the client does not compile:\n${String((error as { stdout?: string }).stdout)}`);
  });
}

/** Installs the package as npm would, without a network. */
export async function installTypeScript(packed: string, project: string): Promise<void> {
  const place = join(project, 'node_modules/@clairisque/client');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  await pipeline(createReadStream(packed), createGunzip(), extract(place, { strip: 1 }));
}
