import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach } from 'vitest';
import { createActiveReleases, type ActiveReleases } from '#adapters/datasets/active-releases.ts';
import { importRelease, type Imported } from '#adapters/datasets/import-release.ts';
import { IMPORTERS } from '#adapters/datasets/importers/importers.ts';
import { openRelease, type OpenRelease } from '#adapters/datasets/release-reader.ts';
import { createReleaseStore, type ReleaseStore } from '#adapters/datasets/release-store.ts';
import { createFolderFiles } from '#adapters/files/files.ts';
import type { DatasetName } from '#domain/datasets/datasets.ts';
import type { FileStore } from '#platform/files/file-store.ts';

const FOLDER = resolve(fileURLToPath(new URL('../../', import.meta.url)), '../shared/datasets');

/** False in a clone without the published extracts: tests that need them are then skipped. */
export const EXTRACTS_HELD = existsSync(FOLDER);

/** A folder of published extracts beside the project. */
export const extract = (name: string): string => join(FOLDER, name);

/** A store of releases in a temporary folder, with a real clock unless `now` is given. */
export type Workshop = {
  folder: string;
  files: FileStore;
  store: ReleaseStore;
  /** Writes files to import; their folder. */
  source(files: Record<string, string | Buffer>): Promise<string>;
  import(
    dataset: DatasetName,
    folder: string,
    given?: { publishedOn?: string | null; origin?: 'official' | 'test' },
  ): Promise<Imported>;
  /** Opens the local copy of a release. */
  open(dataset: DatasetName, release: string): Promise<OpenRelease>;
  /** Its active releases, made for tests, as a process reads them; an error is thrown. */
  activeReleases(): ActiveReleases;
  close(): Promise<void>;
};

/** `filesDir`: the documents' folder of an application that uses the releases. */
export async function createWorkshop(now: () => Date = () => new Date(), filesDir?: string): Promise<Workshop> {
  const folder = await mkdtemp(join(tmpdir(), 'clairisque-datasets-'));
  const files = createFolderFiles({ folder: filesDir ?? join(folder, 'files'), uniqueName: randomUUID });
  const store = createReleaseStore({ files, localFolder: join(folder, 'local'), now, uniqueName: randomUUID });
  const opened: { close(): unknown }[] = [];
  return {
    folder,
    files,
    store,
    async source(given) {
      const source = join(folder, `source-${randomUUID()}`);
      for (const [name, content] of Object.entries(given)) {
        await mkdir(dirname(join(source, name)), { recursive: true });
        await writeFile(join(source, name), content);
      }
      return source;
    },
    import: (dataset, source, { publishedOn = '2026-01-01', origin = 'test' } = {}) => {
      const deps = { store, workFolder: join(folder, 'work'), now, uniqueName: randomUUID };
      return importRelease(deps, { importer: IMPORTERS[dataset], folder: source, publishedOn, origin });
    },
    async open(dataset, release) {
      const one = openRelease(await store.copy(dataset, release));
      opened.push(one);
      return one;
    },
    activeReleases() {
      const onError = (_: unknown, error: unknown): never => {
        throw error as Error;
      };
      const releases = createActiveReleases({ store, origins: ['test'], onError });
      opened.push(releases);
      return releases;
    },
    async close() {
      for (const release of opened) await release.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Active releases of each test of a file, at `now`; `serve` imports files and activates their release. */
export function releasesOf(now: Date) {
  const clock = (): Date => now;
  let workshop: Workshop;
  let releases: ActiveReleases;
  beforeEach(async () => {
    workshop = await createWorkshop(clock);
    releases = workshop.activeReleases();
  });
  afterEach(() => workshop.close());
  return {
    deps: () => ({ releases, clock }),
    folder: () => workshop.folder,
    serve: async (
      dataset: DatasetName,
      given: string | Record<string, string | Buffer>,
      publishedOn: string | null = '2026-11-15',
    ) => {
      const folder = typeof given === 'string' ? given : await workshop.source(given);
      const { manifest } = await workshop.import(dataset, folder, { publishedOn });
      await workshop.store.activate({ dataset, release: manifest.id, force: manifest.id });
      await releases.refresh();
      return manifest;
    },
  };
}

/** Radon rows as published, with a spreadsheet's lost zeros. */
export function radonTable(rows: readonly [name: string, code: string, potential: number][]): string {
  const lines = rows.map(([name, code, potential]) => `${name};DEPARTEMENT;${code};${potential};FR`);
  return ['nom_comm;nom_dept;insee_com;classe_potentiel;reg', ...lines, ''].join('\n');
}

/** Codes of the mainland's départements, without Corsica. */
export const MAINLAND = Array.from({ length: 95 }, (_, i) => String(i + 1).padStart(2, '0')).filter(
  (code) => code !== '20',
);

/**
 * A table of plans with the headers of 2025, and a repealed plan in each département of the mainland, without which it
 * would be an extract.
 */
export function gasparTable(plans: readonly Record<string, string>[]): string {
  const header =
    'CODE MODELE;CODE PROCEDURE;LIBELLE PROCEDURE;CODE INSEE COMMUNE;LIBELLE RISQUE 1;LIBELLE RISQUE 2;CODE RISQUE 2;CODE RISQUE 2;LIBELLE RISQUE 3;PROCEDURE REVISEE;PRESCRIPTION;APPLIC_ANTIC;DEPRESCRIPTION;APPROBATION;ANNULATION;ABROGATION;LIBELLE ETAT;LIBELLE SOUS-ETAT;DATE DERNIERE MISE A JOUR';
  const ended = MAINLAND.map((departement) => ({
    'CODE PROCEDURE': `${departement}DDT19990001`,
    'CODE INSEE COMMUNE': `${departement}999`,
    ABROGATION: '2010-01-01',
    'LIBELLE ETAT': 'Caduque',
    'LIBELLE SOUS-ETAT': 'Abrogé',
  }));
  const columns = header.split(';');
  const lines = [...plans, ...ended].map((plan: Record<string, string>) =>
    columns.map((column) => plan[column] ?? '').join(';'),
  );
  return [header, ...lines, ''].join('\n');
}

/** A table of decrees with the headers of 2026, and one decree in each département of the mainland. */
export function catnatTable(decrees: readonly (readonly string[])[]): string {
  const header =
    'id_gaspar;code_commune;libelle_commune;num_risque_jo;lib_risque_jo;date_debut;date_fin;date_signature_arrete;date_publication_jo;date_modification';
  const others = MAINLAND.map((departement) => [`INTE${departement}`, `${departement}999`, 'Ailleurs', ...ELSEWHERE]);
  return [header, ...[...decrees, ...others].map((cells) => cells.join(';')), ''].join('\n');
}

const ELSEWHERE = ['ICB', 'Inondations', '1999-12-25', '1999-12-29', '1999-12-29', '1999-12-30', '2020-01-01'];
