/**
 * `npm run client`: the TypeScript client of API v3, generated from the document that the contract makes: built, packed
 * as `clients/typescript/*.tgz`, and installed into its example. `buildClient` does it in another folder, for tests.
 */
import { execFile } from 'node:child_process';
import { cpSync, createReadStream, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-fs';
import { openApiV3 } from '../contract/src/api-v3.openapi.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'clients/typescript');
const run = promisify(execFile);

/** The generator needs the programming interface of TypeScript 6; TypeScript 7 has none. */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' && context.parentURL?.includes('/@hey-api/') ? 'typescript6' : specifier, context),
});

/** Written here, since what it names exists after the generation only. */
const INDEX = `export * from './generated/index.ts';
export { createClient } from './generated/client/index.ts';
export { iterate } from './pages.ts';
export { verifyWebhook, WebhookError } from './webhooks.ts';
`;

/** Path of the package. `folder` is made anew. */
export async function buildClient(folder: string): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of ['src', 'package.json']) cpSync(join(SOURCE, part), join(folder, part), { recursive: true });
  const { createClient } = await import('@hey-api/openapi-ts');
  await createClient({
    input: openApiV3('https://clairisque.fr') as never,
    output: { path: join(folder, 'src/generated'), importFileExtension: '.ts' },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent', file: false },
  });
  writeFileSync(join(folder, 'src/index.ts'), INDEX);
  await compile(folder);
  const npm = join(ROOT, 'runtime/node_modules/npm/bin/npm-cli.js');
  await run(process.execPath, [npm, 'pack', '--silent', '--cache', join(ROOT, '.cache/npm')], { cwd: folder });
  const [packed = ''] = globSync('*.tgz', { cwd: folder });
  return join(folder, packed);
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
    // The generated code was not written for it.
    exactOptionalPropertyTypes: false,
    noUncheckedIndexedAccess: false,
  };
  const config = { extends: join(SOURCE, 'tsconfig.json'), compilerOptions, include: ['src'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch((error: unknown) => {
    throw new Error(`the client does not compile:\n${String((error as { stdout?: string }).stdout)}`);
  });
}

/** As `npm install` of the package would, without a network. */
export async function installClient(packed: string, project: string): Promise<void> {
  const place = join(project, 'node_modules/@clairisque/client');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  await pipeline(createReadStream(packed), createGunzip(), extract(place, { strip: 1 }));
}

if (import.meta.main) {
  const packed = await buildClient(join(ROOT, '.cache/client'));
  cpSync(packed, join(SOURCE, packed.split('/').at(-1) ?? ''));
  await installClient(packed, join(SOURCE, 'example'));
  console.log(`Paquet : clients/typescript/${packed.split('/').at(-1)}
Exemple : CLAIRISQUE_KEY=crt_test_… npm start --prefix clients/typescript/example`);
}
