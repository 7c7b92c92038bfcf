import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DatasetRefusal } from '#adapters/datasets/refusal.ts';
import { createWorkshop, radonTable, type Workshop } from '#test/datasets.ts';
import { publishedFiles } from './datasets-addresses.ts';
import { runDatasets } from './datasets-console.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const downloads = { attempts: 2, idleMs: 1_000, onProgress: () => undefined, filesOf: publishedFiles };
const openSources = () => Promise.reject(new Error('nothing is compared here'));
let workshop: Workshop;
beforeEach(async () => {
  takesMoney = false;
  workshop = await createWorkshop(() => NOW);
});
afterEach(() => workshop.close());

let takesMoney: boolean;
async function run(...words: string[]): Promise<string> {
  const { store, folder } = workshop;
  const text = await runDatasets(
    {
      store,
      workFolder: join(folder, 'work'),
      now: () => NOW,
      uniqueName: randomUUID,
      openSources,
      takesMoney,
      downloads,
      statements: null,
    },
    words,
  );
  return text.replaceAll('\u00A0', ' ').replaceAll('\u202F', ' ');
}
const idIn = (text: string): string => /\d{4}-\d\d-\d\d-[0-9a-f]{12}/.exec(text)?.[0] ?? '';

it('imports, activates, compares, rolls back and removes', async () => {
  const first = await workshop.source({ 'radon.csv': radonTable([['MENDE', '48095', 3]]) });
  const second = await workshop.source({ 'radon.csv': radonTable([['BELLEY', '1034', 1]]) });
  const imported = await run('import', 'radon', first, '--published', '2026-01-01', '--test');
  const one = idIn(imported);
  expect(imported).toContain('1 ligne, 1 département.\n  Couverture : 1 commune.\n');
  expect(await run('activate', 'radon', one)).toBe(`radon : l’édition ${one} est active.`);
  const next = await run('import', 'radon', second, '--published', '2026-02-01');
  const other = idIn(next);
  expect(next).toContain('Par rapport à l’édition active : Départements absents : 48.');
  expect(await run('diff', 'radon', one, other)).toContain('département 01 : 0 → 1 lignes');
  await expect(run('activate', 'radon', other)).rejects.toThrow(/a perdu des données/);
  await run('activate', 'radon', other, '--force', other);
  const status = await run('status');
  expect(status).toContain(`* ${other} : 1 ligne, 37 jours, officielle`);
  expect(status).toContain(`${one} : 1 ligne, 68 jours, FAITE POUR DES ESSAIS`);
  expect(status).toContain('ppr-zones : aucune édition');
  expect(await run('rollback', 'radon')).toContain(one);
  expect(await run('remove', 'radon', other)).toContain('supprimée');
});

it('a release is exported as a GeoPackage, and one that is not there is refused', async () => {
  const source = await workshop.source({ 'radon.csv': radonTable([['MENDE', '48095', 3]]) });
  const id = idIn(await run('import', 'radon', source, '--published', '2026-01-01', '--test'));
  const folder = join(workshop.folder, 'exported');
  const path = join(folder, `radon-${id}.gpkg`);
  expect(await run('export', 'radon', id, folder)).toBe(`radon : l’édition ${id} est dans ${path}`);
  expect((await readFile(path)).toString('latin1', 68, 72)).toBe('GPKG');
  await expect(run('export', 'radon', '../radon', folder)).rejects.toThrow('pas d’édition « ../radon »');
  await expect(run('export', 'radon', id)).rejects.toThrow(/Usage/);
});

it('the status says which release is to be imported again after a change of format', async () => {
  const source = await workshop.source({ 'radon.csv': radonTable([['MENDE', '48095', 3]]) });
  const id = idIn(await run('import', 'radon', source, '--published', '2026-01-01', '--test'));
  const path = join(workshop.folder, 'files/datasets/radon', id, 'manifest.json');
  await writeFile(path, (await readFile(path, 'utf8')).replace('"format": 5', '"format": 4'));
  expect(await run('status')).toContain('au format d’une autre version : à importer de nouveau');
  await expect(run('activate', 'radon', id)).rejects.toThrow('au format d’une autre version ; importez-la de nouveau.');
});

it('no command, or no folder to compare, gives the usage', async () => {
  await expect(run()).rejects.toThrow(/Usage/);
  await expect(run('compare')).rejects.toThrow(/Usage/);
});

it.each<[string[], string]>([
  [['status', '--foo'], '--foo : option inconnue.\nUsage'],
  [['import', 'radon', 'x', '--published'], '--published : cette option demande une valeur.\nUsage'],
  [['imprt', 'radon'], 'Commande « imprt » inconnue.\nUsage'],
  [['import', 'rado', 'x'], 'Jeu « rado » inconnu. Les jeux sont communes, radon,'],
  [['import', 'radon'], 'Usage'],
  [['import', 'radon', '/nowhere'], '/nowhere : ce dossier n’existe pas.'],
  [['import', 'radon', 'x', '--published', 'hier'], '--published : « hier » n’est pas une date. Exemple : 2026-03-02.'],
  [['import', 'radon', 'x', '--published', '2026-02-31'], '--published : « 2026-02-31 » n’est pas une date.'],
  [['activate', 'radon'], 'radon : pas d’édition « » ; la commande status donne leurs noms.'],
  [['compare', '/nowhere'], '/nowhere : aucune réponse enregistrée dans ce dossier.'],
])('%o → a sentence', async (...[words, sentence]) => {
  const refusal = await run(...words).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DatasetRefusal);
  expect((refusal as Error).message.replace('«  »', '« »')).toMatch(new RegExp(`^${RegExp.escape(sentence)}`));
});

it('what was typed is explained: help, a file for a folder, another dataset’s files, files without a date', async () => {
  expect(await run('help')).toContain('Exemple, du fichier publié à l’édition servie');
  const radon = await workshop.source({ 'radon.csv': radonTable([['MENDE', '48095', 3]]) });
  await expect(run('import', 'radon', join(radon, 'radon.csv'))).rejects.toThrow(
    'radon.csv : c’est un fichier ; indiquez le dossier qui le contient.',
  );
  await expect(run('import', 'gaspar-pprn', radon)).rejects.toThrow(
    /: il manque « pprn_gaspar\.csv »\. Le dossier contient radon\.csv\.$/,
  );
  await expect(run('import', 'radon', radon)).rejects.toThrow(
    'radon : ces fichiers ne sont pas datés. Ajoutez --published AAAA-MM-JJ, le jour où leur producteur les a publiés.',
  );
});

it('an edition whose description cannot be read is shown, hides no other, and can be removed', async () => {
  const source = await workshop.source({ 'radon.csv': radonTable([['MENDE', '48095', 3]]) });
  const [one, other] = [
    idIn(await run('import', 'radon', source, '--published', '2026-01-01')),
    idIn(await run('import', 'radon', source, '--published', '2026-02-01')),
  ];
  await run('activate', 'radon', other);
  await writeFile(join(workshop.folder, 'files/datasets/radon', one, 'manifest.json'), '{"id":');
  const status = await run('status');
  expect(status).toContain(`${one} : illisible ; la commande remove la supprime`);
  expect(status).toContain(`* ${other} : 1 ligne`);
  await expect(run('activate', 'radon', one)).rejects.toThrow('la description de l’édition');
  await run('remove', 'radon', one);
  expect(await run('status')).not.toContain(one);
});

it('an edition made for tests is refused with real payments, and an extract says that it covers nothing', async () => {
  const files = {
    'cavites.csv': 'identifiant,type,nom,reperage_geo,code_insee,longitude,latitude\nA1,cave,,,48095,3.5,44.5\n',
  };
  const imported = await run('import', 'cavities', await workshop.source(files), '--published', '2026-01-01', '--test');
  expect(imported).toContain('Couverture partielle : l’absence d’une ligne n’y est pas un « non »');
  takesMoney = true;
  await expect(run('activate', 'cavities', idIn(imported))).rejects.toThrow(
    'elle est refusée avec des paiements réels',
  );
  expect(await workshop.store.pointers()).toEqual({});
});

it('download: a dataset without a direct address names its publisher’s page', async () => {
  await expect(run('download', 'cavities', join(workshop.folder, 'cavities'))).rejects.toThrow(
    /^cavities : pas d’adresse directe\. .*georisques\.gouv\.fr/,
  );
});
