import { statSync } from 'node:fs';
import { join } from 'node:path';
import { atMost, info, median, shown, type Figure, type Part } from '../tests/harness/report.ts';
import { CACHE, nationalFiles, scratchImport } from './datasets-engine-releases.ts';
import { runWatched, type Watched } from './datasets-import-process.ts';
import { INSTALL_POSTGIS, startPostgis, type Postgis } from './peers/postgis.ts';
import { CLAY_FILE, CLAY_OPTIONS } from './peers/postgis-tables.ts';

/** In turn. */
const ROUNDS = 2;
const TABLE = 'measured_import';

/** The clay map of 26 million vertices: our import beside that of `ogr2ogr` into PostGIS. */
export async function datasetsImport(): Promise<Part> {
  const folder = (await nationalFiles()).get('clay') ?? '';
  const file = join(folder, CLAY_FILE);
  const postgis = await startPostgis(CACHE);
  const [ours, theirs]: [Watched[], Watched[]] = [[], []];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await scratchImport('clay', folder));
      if (postgis !== null) theirs.push(await importedByPeer(postgis, file));
    }
  } finally {
    await postgis?.stop();
  }
  const megabytes = Math.round(statSync(file).size / 1e6);
  return {
    title: 'datasets: import',
    notes: [
      `The synthetic clay map, a shapefile of ${megabytes} MB: 120,000 polygons, 26 million vertices, Lambert-93. Ours: from the start of its process to the stored release, without the check of places. Theirs: ${postgis === null ? `not installed (\`${INSTALL_POSTGIS}\`)` : `\`ogr2ogr\` into PostGIS with its GiST index, over loopback (${postgis.version})`}. In turn, ${ROUNDS} times, medians.`,
    ],
    figures: figuresOf(ours, theirs),
  };
}

async function importedByPeer(postgis: Postgis, file: string): Promise<Watched> {
  const { program, args } = postgis.command(file, TABLE, CLAY_OPTIONS);
  try {
    return await runWatched(program, args);
  } finally {
    await postgis.client.query(`drop table if exists ${TABLE}`);
  }
}

function figuresOf(ours: Watched[], theirs: Watched[]): Figure[] {
  const seconds = (runs: Watched[]): number => median(runs.map(({ ms }) => ms)) / 1000;
  const ratio =
    theirs.length === 0
      ? { name: 'time, over ogr2ogr', measured: 'not measured', target: '≤ 2 ×', met: null }
      : atMost('time, over ogr2ogr', seconds(ours) / seconds(theirs), { value: 2, unit: '×' });
  return [
    ratio,
    info('seconds: ours, ogr2ogr', `${shown(seconds(ours))}, ${theirs.length === 0 ? '–' : shown(seconds(theirs))}`),
    atMost('our highest memory', Math.max(...ours.map(({ highestMb }) => highestMb)), { value: 1024, unit: 'MB' }),
  ];
}
