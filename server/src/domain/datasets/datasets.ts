/** The national datasets that we read. Names are those of their folders in the store. */
export const DATASETS = [
  'communes',
  'radon',
  'ppr-zones',
  'seismic-zones',
  'clay',
  'sis',
  'casias',
  'installations',
  'cavities',
  'ground-movements',
  'noise',
  'brush-clearing',
  'coastal-list',
  'flood-territories',
  'gaspar-pprn',
  'gaspar-pprm',
  'gaspar-pprt',
  'gaspar-catnat',
] as const;
export type DatasetName = (typeof DATASETS)[number];

/** The release that a fact rests on; printed and kept with it. */
export type Edition = {
  dataset: DatasetName;
  /** Identifier of the release: `2019-01-15-3f9a…`. */
  release: string;
  /** ISO date given by the publisher. */
  publishedOn: string;
  /** Hash of the imported files. */
  sha256: string;
};

export const DAY_MS = 86_400_000;

/** Whole days between a publication and an instant. */
export function ageInDays(publishedOn: string, now: Date): number {
  return Math.floor((now.getTime() - Date.parse(publishedOn)) / DAY_MS);
}
