import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CoverageTable } from '#domain/datasets/coverage.ts';
import { ageInDays } from '#domain/datasets/datasets.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import type { Importer, Report } from './importers/importer.ts';
import { Manifest, manifestOf } from './manifest.ts';
import { inTheirPlace } from './place-check.ts';
import { DatasetRefusal } from './refusal.ts';
import type { ReleaseStore } from './release-store.ts';
import { writeRelease } from './release-writer.ts';
import { openSource } from './source-folder.ts';

type Asked = {
  importer: Importer;
  /** The publisher's files. */
  folder: string;
  /** ISO date; the files' own when they give one. */
  publishedOn: string | null;
  origin: Manifest['origin'];
};
type Deps = { store: ReleaseStore; workFolder: string; now: () => Date; uniqueName: () => string };

type Placed = typeof inTheirPlace;

/** `skipped`: what was left out of the source, with how many rows. */
export type Imported = { manifest: Manifest; coverage: CoverageTable; skipped: Record<string, number> };

/**
 * Reads a publisher's files into a new release and stores it; nothing is activated. Works in a folder that is removed
 * afterwards; a release exists once its manifest is stored, so that a stopped import leaves none. `placed` refuses rows
 * that are not where they say.
 * @throws DatasetRefusal
 */
export async function importRelease(deps: Deps, asked: Asked, placed: Placed = inTheirPlace): Promise<Imported> {
  const workspace = join(deps.workFolder, `import-${deps.uniqueName()}`);
  const data = join(workspace, 'data');
  await removeAbandoned(deps);
  try {
    await mkdir(data, { recursive: true });
    return await importInto(deps, asked, { workspace, data, placed });
  } catch (error) {
    throw refusalOf(error, asked.importer.dataset, deps.workFolder);
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

/** Folders that a killed import left, once they are too old to be of another one at work. */
const ABANDONED_MS = 86_400_000;

async function removeAbandoned({ workFolder, now }: Deps): Promise<void> {
  for (const name of await readdir(workFolder).catch(() => [])) {
    const path = join(workFolder, name);
    const madeMs = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Infinity,
    );
    if (now().getTime() - madeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true });
  }
}

const SQLITE_FULL = 13;

function refusalOf(error: unknown, dataset: string, workFolder: string): unknown {
  const { code, errcode } = error as { code?: string; errcode?: number };
  if (code === 'ENOSPC' || errcode === SQLITE_FULL) {
    return new DatasetRefusal(`${dataset} : plus de place dans ${workFolder}.`, { cause: error });
  }
  if (!(error instanceof SupplierFailure)) return error;
  return new DatasetRefusal(`${dataset} : le stockage des documents est plein ou ne répond pas.`, { cause: error });
}

type Within = { workspace: string; data: string; placed: Placed };

async function importInto(deps: Deps, asked: Asked, { workspace, data, placed }: Within): Promise<Imported> {
  const { importer, folder, origin } = asked;
  requireDate(asked);
  const source = await openSource(folder, join(workspace, 'source'));
  const learned = createReport(importer);
  const rows = placed(importer.read(source, learned.report), importer.dataset);
  const manifest = await writeRelease(data, rows, {
    coverage: () => learned.coverage(),
    manifest({ sha256, ...counts }) {
      if (counts.rows === 0) throw new DatasetRefusal(`${importer.dataset} : aucune ligne dans ${folder}.`);
      const { dataset, label, publisher, attribution, licence, sourceUrl, pageUrl } = importer;
      const described = manifestOf({
        dataset,
        label,
        publisher,
        attribution,
        licence,
        sourceUrl,
        pageUrl,
        ...counts,
        publishedOn: publicationOf(asked, learned.publishedOn(), deps.now()),
        origin,
        importedAt: deps.now().toISOString(),
        importer: { version: importer.version },
        columns: learned.columns(),
        source: source.published,
        rowsSha256: sha256,
      });
      // The stored package can be read again.
      return Manifest.parse(described);
    },
  });
  await deps.store.publish(data, manifest);
  return { manifest, coverage: learned.coverage(), skipped: learned.skipped };
}

/** @throws DatasetRefusal for a day that no calendar has */
function requireDate({ publishedOn }: Asked): void {
  if (publishedOn === null || Manifest.shape.publishedOn.safeParse(publishedOn).success) return;
  throw new DatasetRefusal(`--published : « ${publishedOn} » n’est pas une date. Exemple : 2026-03-02.`);
}

/** @throws DatasetRefusal for files without a date, younger than they say, or of the future */
function publicationOf(asked: Asked, own: string | null, now: Date): string {
  const { dataset } = asked.importer;
  const publishedOn = asked.publishedOn ?? own;
  if (publishedOn === null) {
    throw new DatasetRefusal(
      `${dataset} : ces fichiers ne sont pas datés. Ajoutez --published AAAA-MM-JJ, le jour où leur producteur les a publiés.`,
    );
  }
  requireOwnDate(asked, own);
  if (publishedOn <= now.toISOString().slice(0, 10)) return publishedOn;
  throw new DatasetRefusal(`${dataset} : la date de publication ${publishedOn} est à venir.`);
}

/** Files give their last change, which may be some days before their publication. */
const LATEST_DAYS = 31;

/** A « non » rests on the age of an edition: an operator may not make it younger than its files. */
function requireOwnDate({ importer, publishedOn, origin }: Asked, own: string | null): void {
  if (origin !== 'official' || publishedOn === null || own === null) return;
  if (ageInDays(own, new Date(publishedOn)) <= LATEST_DAYS) return;
  throw new DatasetRefusal(`${importer.dataset} : les fichiers sont du ${own}, non du ${publishedOn} (--published).`);
}

function createReport({ dataset }: Importer) {
  const columns = new Set<string>();
  const dates: string[] = [];
  const skipped: Record<string, number> = {};
  let table: CoverageTable | null = null;
  const report: Report = {
    columns(kind, names) {
      for (const name of names) columns.add(`${kind}: ${name}`);
    },
    publishedOn: (date) => void dates.push(date),
    coverage: (given) => void (table = given),
    skipped: (why) => void (skipped[why] = (skipped[why] ?? 0) + 1),
  };
  return {
    report,
    skipped,
    columns: () => [...columns].toSorted(),
    publishedOn: () => dates.toSorted().at(-1) ?? null,
    coverage(): CoverageTable {
      if (table === null) throw new Error(`${dataset}: the importer reported no coverage`);
      return table;
    },
  };
}
