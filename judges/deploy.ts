import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { go } from './install.ts';
import { command, mustFind, NoVerdict, parsed, type Judge } from './judge.ts';

const DEPLOY = resolve(import.meta.dirname, '../deploy');
/** What kustomization.yaml requires. */
const KUBERNETES = '1.29';

export const judge: Judge = {
  // A first time they are built, for minutes.
  minutes: 60,
  async run(folder) {
    const compose = await go('./compose.go');
    const kubernetes = await go('sigs.k8s.io/kubectl-validate');
    const manifests = manifestsIn(join(DEPLOY, 'kubernetes'));
    const known = manifests.filter(({ group }) => isBuiltIn(group));
    const others = new Set(manifests.filter(({ group }) => !isBuiltIn(group)).map(({ group }) => group));
    await judgeTheJudges({ folder, compose, kubernetes });
    const findings = [
      ...(await composeFindings(compose, join(DEPLOY, 'compose.yaml'))),
      ...(await manifestFindings(kubernetes, join(folder, 'manifests'), known)),
    ];
    const left = `sans les ressources de ${[...others].toSorted().join(', ')}, dont les schémas ne sont pas publiés avec Kubernetes`;
    const what = `compose.yaml, et ${known.length} ressources de Kubernetes ${KUBERNETES} (${left})`;
    return { judge: 'compose-go 2.16.2 et kubectl-validate 0.0.4', what, findings };
  },
};

type Manifest = { name: string; group: string; text: string };

function manifestsIn(folder: string): Manifest[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
    .flatMap((file) =>
      parseAllDocuments(filledIn(readFileSync(join(folder, file), 'utf8'))).map((document, index) => {
        const { apiVersion } = document.toJS() as { apiVersion: string };
        return { name: `${index}-${file}`, group: apiVersion.replace(/\/?[^/]*$/, ''), text: String(document) };
      }),
    );
}

/** With the version that the operator writes for each release (`deploy/README.md`). */
const filledIn = (text: string): string => text.replaceAll('migrate-VERSION', 'migrate-0.3.0');

/** Groups of the API of Kubernetes itself have a short name, or its domain. */
const isBuiltIn = (group: string): boolean =>
  !group.includes('.') || (group.endsWith('.k8s.io') && group !== 'kustomize.config.k8s.io');

async function composeFindings(program: string, file: string): Promise<string[]> {
  const example = readFileSync(join(DEPLOY, 'env.example'), 'utf8')
    .split('\n')
    .filter((line) => /^\w+=/.test(line));
  const env = Object.fromEntries(example.map((line) => [line.split('=', 1)[0] ?? '', line.replace(/^\w+=/, '')]));
  const { code, out, err } = await command(program, [file], { env });
  if (code !== 0) return [`compose.yaml: ${err.trim()}`];
  const services = Object.keys((parse(out) as { services: object }).services);
  const written = Object.keys((parse(readFileSync(file, 'utf8'), { merge: true }) as { services: object }).services);
  return written.filter((name) => !services.includes(name)).map((name) => `compose.yaml: ${name} is not read`);
}

const Status = z.object({ status: z.enum(['Success', 'Failure']), message: z.string().optional() });
/** By file, one for each of its documents. */
const Report = z.record(z.string(), z.array(Status).length(1));

async function manifestFindings(program: string, folder: string, manifests: Manifest[]): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of manifests) writeFileSync(join(folder, name), text);
  const { out } = await command(program, ['--version', KUBERNETES, '--output', 'json', folder]);
  const report = Object.entries(parsed('kubectl-validate', out, Report));
  if (report.length !== manifests.length) throw new NoVerdict('kubectl-validate did not judge every resource.');
  return report.flatMap(([path, [said]]) =>
    said?.status === 'Success' ? [] : [`${basename(path)}: ${said?.message ?? ''}`],
  );
}

/** A field that compose does not have, and one that is not a number. */
async function judgeTheJudges({
  folder,
  compose,
  kubernetes,
}: Record<'folder' | 'compose' | 'kubernetes', string>): Promise<void> {
  const wrong = join(folder, 'compose.yaml');
  writeFileSync(wrong, 'services: { a: { image: a, memory_limits: 1g } }\n');
  mustFind('compose-go', 'an unknown field', (await composeFindings(compose, wrong)).length > 0);
  const text = 'apiVersion: v1\nkind: Service\nmetadata: { name: a }\nspec: { ports: [{ port: many }] }\n';
  const found = await manifestFindings(kubernetes, join(folder, 'planted'), [{ name: 'a.yaml', group: '', text }]);
  mustFind('kubectl-validate', 'a port that is no number', found.length > 0);
}
