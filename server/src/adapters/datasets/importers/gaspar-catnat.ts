import type { Catnat } from '#domain/risks/facts.ts';
import type { ReleaseRow } from '../release-writer.ts';
import type { SourceFile, SourceFolder } from '../source-folder.ts';
import { communeCode, exportDay, GASPAR, gasparDate, nationalCoverage, onlyTable } from './gaspar.ts';
import { openTable, type Importer, type Report } from './importer.ts';

/** An arrêté in one commune, its key. */
export type GasparCatnatRow = Catnat;

/** Written from the published lists of columns: no row of the table was available to us. */
export const gasparCatnat: Importer = {
  ...GASPAR,
  dataset: 'gaspar-catnat',
  version: 1,
  label: 'GASPAR, arrêtés de catastrophe naturelle',
  read: readDecrees,
};

/** Headers until 2025, then of 2026. */
const COLUMNS = {
  code: ['cod_nat_catnat', 'id_gaspar'],
  commune: ['cod_commune', 'code_commune'],
  communeName: ['lib_commune', 'libelle_commune'],
  hazard: ['lib_risque_jo'],
  start: ['dat_deb', 'date_debut'],
  end: ['dat_fin', 'date_fin'],
  decree: ['dat_pub_arrete', 'date_signature_arrete'],
  journalOfficiel: ['dat_pub_jo', 'date_publication_jo'],
  updated: ['dat_maj', 'date_modification'],
} as const;

async function* readDecrees(source: SourceFolder, report: Report): AsyncGenerator<ReleaseRow> {
  const communes = new Set<string>();
  const known = new Set<string>();
  for (const file of onlyTable(source, 'catnat_gaspar')) {
    for await (const { commune, decree } of readTable(file, report)) {
      // A decree may occur twice, sometimes with another clock time.
      const key = [decree.code, commune, decree.hazard, decree.start].join('|');
      if (known.has(key)) continue;
      known.add(key);
      communes.add(commune);
      yield { key: commune, value: decree };
    }
  }
  report.coverage(nationalCoverage(communes, { least: 90, isEverywhere: false }));
}

async function* readTable(file: SourceFile, report: Report): AsyncGenerator<{ commune: string; decree: Catnat }> {
  const { rows, column } = await openTable(file, { names: COLUMNS, report, kind: 'catnat' });
  let updated = '';
  for await (const cells of rows) {
    const date = (name: keyof typeof COLUMNS): string | null => gasparDate(column(cells, name));
    const commune = communeCode(column(cells, 'commune'));
    updated = [updated, date('updated') ?? ''].toSorted().at(-1) ?? '';
    if (commune === null) {
      report.skipped('sans code de commune');
      continue;
    }
    const decree = {
      code: column(cells, 'code'),
      hazard: column(cells, 'hazard'),
      start: date('start'),
      end: date('end'),
      decree: date('decree'),
      journalOfficiel: date('journalOfficiel'),
      commune: column(cells, 'communeName') || commune,
    };
    yield { commune, decree };
  }
  const publishedOn = exportDay(file.name) ?? updated;
  if (publishedOn !== '') report.publishedOn(publishedOn);
}
