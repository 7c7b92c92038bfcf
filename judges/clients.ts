import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { npm, python } from './install.ts';
import { command, mustFind, NoVerdict, type Judge, type Ran } from './judge.ts';
import { withProduct } from './product.ts';

/** Findings in what is drawn from the document: the generator's own base, the same for every document, has twelve errors. */
const STRICT = ['--strict', '--follow-imports=silent'];
const PROGRAMS = resolve(import.meta.dirname, 'clients');

export const judge: Judge = {
  minutes: 20,
  async run(folder) {
    const [packages, interpreter] = [await npm(), await python()];
    return withProduct(async ({ url, keys }) => {
      const document = (await (await fetch(`${url}/api/v3/openapi.json`)).json()) as Document;
      const env = { CLAIRISQUE_URL: url, CLAIRISQUE_KEY: keys.test };
      const languages = {
        TypeScript: (given: Document) => typeScript({ folder, packages, document: given, env }),
        Python: (given: Document) => pythonClient({ folder, interpreter, document: given, env }),
      };
      const findings: string[] = [];
      for (const [language, attempt] of Object.entries(languages)) {
        // A field that the program reads and the document does not have.
        const faults = await attempt(withoutReference(document));
        mustFind(
          language,
          'a missing field',
          faults.some((one) => one.includes('reference')),
        );
        findings.push(...(await attempt(document)).map((finding) => `${language}: ${finding}`));
      }
      const judge = 'openapi-typescript 7.13.0 (TypeScript 5.9.3 strict), openapi-python-client 0.29.1 (mypy strict)';
      return { judge, what: 'deux clients, qui se compilent et émettent un état', findings };
    });
  },
};

type Document = {
  components: { schemas: Record<string, { properties?: Record<string, unknown>; required?: string[] }> };
};
type Attempt = { folder: string; document: Document; env: Record<string, string> };

function withoutReference(document: Document): Document {
  const { schemas } = document.components;
  const { properties: { reference, ...properties } = {}, required = [], ...statement } = schemas['Statement'] ?? {};
  if (reference === undefined) throw new Error('a statement has no reference');
  const lesser = { ...statement, properties, required: required.filter((name) => name !== 'reference') };
  return { ...document, components: { ...document.components, schemas: { ...schemas, Statement: lesser } } };
}

async function typeScript({ folder, packages, document, env }: Attempt & { packages: string }): Promise<string[]> {
  const cwd = await freshFolder(join(folder, 'typescript'), document);
  await cp(join(PROGRAMS, 'issue.mts.template'), join(cwd, 'issue.mts'));
  symlinkSync(join(packages, 'node_modules'), join(cwd, 'node_modules'));
  const bin = (path: string, ...args: string[]) =>
    command(process.execPath, [join('node_modules', path), ...args], { cwd, env });
  const strict = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--target', 'esnext'];
  return firstFailure([
    () => bin('openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'schema.d.ts'),
    () => bin('typescript/bin/tsc', ...strict, '--module', 'nodenext', '--lib', 'esnext,dom', 'issue.mts'),
    () => command(process.execPath, ['issue.mjs'], { cwd, env }),
  ]);
}

async function pythonClient({
  folder,
  interpreter,
  document,
  env,
}: Attempt & { interpreter: string }): Promise<string[]> {
  const cwd = await freshFolder(join(folder, 'python'), document);
  await cp(join(PROGRAMS, 'issue.py'), join(cwd, 'issue.py'));
  // The generator runs a formatter that is beside its interpreter.
  const PATH = `${dirname(interpreter)}${delimiter}${process.env['PATH']}`;
  const module = (...args: string[]) => command(interpreter, ['-m', ...args], { cwd, env: { ...env, PATH } });
  return firstFailure([
    () =>
      module(
        'openapi_python_client',
        'generate',
        '--path',
        'openapi.json',
        '--meta',
        'none',
        '--output-path',
        'judged',
        '--fail-on-warning',
        '--config',
        join(PROGRAMS, 'python.json'),
      ),
    () => module('compileall', '-q', 'judged'),
    () => module('mypy', ...STRICT, 'issue.py', 'judged/api', 'judged/models'),
    () => command(interpreter, ['issue.py'], { cwd, env }),
  ]);
}

async function freshFolder(folder: string, document: Document): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  return folder;
}

/** The last step prints the reference of a statement; nothing else is a success. */
async function firstFailure(steps: (() => Promise<Ran>)[]): Promise<string[]> {
  let said = '';
  for (const step of steps) {
    const { code, out, err } = await step();
    said = out.trim();
    if (code < 0) throw new NoVerdict('A generator was killed.');
    if (code > 0) return `${out}\n${err}`.trim().split('\n').slice(0, 20);
  }
  return /^TEST-\d{4}-\d{6}$/.test(said) ? [] : [`it printed « ${said} »`];
}
