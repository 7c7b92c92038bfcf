import type { Coverage } from '#domain/datasets/coverage.ts';
import type { ReleaseRow } from '../release-writer.ts';
import type { SourceFolder } from '../source-folder.ts';
import { OPEN_LICENCE, openTable, type Importer, type Report } from './importer.ts';

/** Highest class of each commune of the table, by its code of 2016 (arrêté of 27 June 2018). */
export type RadonRow = { potential: 1 | 2 | 3 };

export const radon: Importer = {
  dataset: 'radon',
  version: 1,
  label: 'Potentiel radon des communes (arrêté du 27 juin 2018)',
  publisher: 'ASNR (ex-IRSN)',
  attribution: 'ASNR',
  licence: OPEN_LICENCE,
  sourceUrl:
    'https://static.data.gouv.fr/resources/connaitre-le-potentiel-radon-de-ma-commune/20190506-174309/radon.csv',
  pageUrl: 'https://www.data.gouv.fr/datasets/connaitre-le-potentiel-radon-de-ma-commune',
  maxAgeDays: null,
  read: readRadon,
};

const COLUMNS = { nom_comm: [], insee_com: [], classe_potentiel: [] };

/** Chiconi and Sada share 97605, and the two communes of Saint-Pierre-et-Miquelon 97500, in the published table. */
const MISCODED: readonly { name: RegExp; code: string; real: string }[] = [
  { name: /^sada$/i, code: '97605', real: '97616' },
  { name: /^saint.pierre$/i, code: '97500', real: '97502' },
  { name: /^miquelon/i, code: '97500', real: '97501' },
];

async function* readRadon(source: SourceFolder, report: Report): AsyncGenerator<ReleaseRow> {
  const communes: Record<string, Coverage> = {};
  const classes = new Map<string, 1 | 2 | 3>();
  for (const file of source.matching(/radon.*\.csv$/i, 'radon.csv')) {
    const { rows, column } = await openTable(file, { names: COLUMNS, report, kind: 'radon' });
    for await (const cells of rows) {
      const code = codeOf(column(cells, 'insee_com'), column(cells, 'nom_comm'));
      const potential = POTENTIALS.find((one) => String(one) === column(cells, 'classe_potentiel'));
      if (code === null) report.skipped('sans code de commune (Polynésie, Wallis-et-Futuna, lignes vides)');
      else if (potential === undefined) report.skipped('sans classe de 1 à 3 (coordonnées décalées dans les colonnes)');
      else classes.set(code, Math.max(potential, classes.get(code) ?? 1) as 1 | 2 | 3);
    }
  }
  for (const [key, potential] of classes) {
    communes[key] = 'covered';
    yield { key, value: { potential } satisfies RadonRow };
  }
  report.coverage({ elsewhere: 'not-digitised', departements: {}, communes });
}

const POTENTIALS = [1, 2, 3] as const;

/** The table was saved by a spreadsheet: leading zeros are lost. */
function codeOf(written: string, name: string): string | null {
  const code = written.padStart(5, '0').toUpperCase();
  if (!/^(?:\d{2}|2[AB])\d{3}$/.test(code) || written === '') return null;
  return MISCODED.find((one) => one.code === code && one.name.test(name))?.real ?? code;
}
