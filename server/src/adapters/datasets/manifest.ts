import { createHash } from 'node:crypto';
import { z } from 'zod';
import { COVERAGES } from '#domain/datasets/coverage.ts';
import { DATASETS } from '#domain/datasets/datasets.ts';
import { DatasetRefusal } from './refusal.ts';

/** A release is one GeoPackage (`package-tables.ts`), and its manifest beside it. */
export const PACKAGE = 'release.gpkg';
export const MANIFEST = 'manifest.json';

/** Raised with any change of the package that a former version could not read: such a version keeps its former release. */
const FORMAT = 5;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const ListedFile = z.object({ name: z.string(), bytes: z.number().int(), sha256: Sha256 });
export type ListedFile = z.infer<typeof ListedFile>;

/** Description of an immutable release. `id`: publication date and start of the result's hash. */
export const Manifest = z.object({
  /** A release of another format is listed and compared by its counts, but not read. */
  format: z.number().int(),
  id: z.string(),
  dataset: z.enum(DATASETS),
  /** « Potentiel radon des communes » */
  label: z.string(),
  publisher: z.string(),
  sourceUrl: z.url(),
  /** Public page about the data. */
  pageUrl: z.url().nullable(),
  licence: z.string(),
  attribution: z.string(),
  /** ISO date given by the publisher. */
  publishedOn: z.iso.date(),
  /** ISO instant UTC. */
  importedAt: z.iso.datetime(),
  importer: z.object({ version: z.number().int() }),
  /** `test`: made for tests, every document is a specimen. */
  origin: z.enum(['official', 'test']),
  /** Files as published; `sha256` is that of the list. */
  source: z.object({ sha256: Sha256, files: z.array(ListedFile) }),
  /** Our file. `sha256` covers the rows in their order, and the fields that a fact depends on. */
  result: z.object({ sha256: Sha256, files: z.array(ListedFile) }),
  rows: z.number().int(),
  /** Columns read in the source, by file kind: `pprn: CODE RISQUE 1`. */
  columns: z.array(z.string()),
  /** Rows by département; `` for rows without one. */
  departements: z.record(z.string(), z.number().int()),
  /** Communes with rows, and the table's entries by state. */
  communes: z.object({ withRows: z.number().int(), byCoverage: z.partialRecord(z.enum(COVERAGES), z.number().int()) }),
});
export type Manifest = z.infer<typeof Manifest>;

export const isReadable = ({ format }: Pick<Manifest, 'format'>): boolean => format === FORMAT;

/** @throws DatasetRefusal for a release of another version's format */
export function requireFormat(manifest: Manifest): Manifest {
  if (isReadable(manifest)) return manifest;
  const { dataset, id } = manifest;
  throw new DatasetRefusal(`${dataset} : l’édition ${id} est au format d’une autre version ; importez-la de nouveau.`);
}

/** Everything but the identity, which the content decides; the file is listed once it is written. */
export type Described = Omit<Manifest, 'format' | 'id' | 'source' | 'result'> & {
  source: ListedFile[];
  rowsSha256: string;
};

export function manifestOf({ source, rowsSha256, ...described }: Described): Manifest {
  const { dataset, publishedOn, origin, importer } = described;
  const sha256 = hashOf({ format: FORMAT, dataset, publishedOn, origin, importer, rows: rowsSha256 });
  return {
    format: FORMAT,
    id: `${publishedOn}-${sha256.slice(0, 12)}`,
    ...described,
    source: { sha256: hashOf(source), files: source },
    result: { sha256, files: [] },
  };
}

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
