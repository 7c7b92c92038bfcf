import { ageInDays, DATASETS } from '#domain/datasets/datasets.ts';
import { isOld, type LocalDeps } from './facts/local-fact.ts';
import { SEISMIC_LAW } from './facts/seismic-zone.ts';

export type DatasetInUse = {
  /** The `source` of its facts' provenance. */
  source: string;
  label: string;
  publisher: string;
  /** ISO date. */
  publishedOn: string;
  ageDays: number;
  /** The live service answers for it. */
  isTooOld: boolean;
};

/** The active editions, then the table that the law itself gives. */
export function datasetsInUse({ releases, clock }: LocalDeps): DatasetInUse[] {
  const now = clock();
  const active = DATASETS.flatMap((dataset) => {
    const release = releases.of(dataset);
    if (release === null) return [];
    const { label, publisher, publishedOn } = release.manifest;
    const ageDays = ageInDays(publishedOn, now);
    return [{ source: `edition-${dataset}`, label, publisher, publishedOn, ageDays, isTooOld: isOld(release, now) }];
  });
  const { source, label, attribution: publisher, obtainedAt } = SEISMIC_LAW;
  const publishedOn = obtainedAt.slice(0, 10);
  return [...active, { source, label, publisher, publishedOn, ageDays: ageInDays(publishedOn, now), isTooOld: false }];
}
