import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Position } from 'geojson';
import { toWgs84 } from '../server/src/adapters/datasets/formats/projection.ts';
import type { DatasetName } from '../server/src/domain/datasets/datasets.ts';
import { createRandom, type Random } from '../tests/harness/seeded-random.ts';
import { catnatLines, radonLines, seismicLines, writeCommunes, writePlans } from './datasets-engine-communes.ts';
import { PUBLISHED_ON, range, writeTable } from './datasets-engine-csv.ts';
import { blob, builtAt, CLAY_ZONES, clayZone, communeAt, PLAN_ZONES, planZone, share } from './datasets-engine-land.ts';
import { writeBrushClearing, writeCoastalList, writeNoise } from './datasets-engine-headings.ts';
import { writeShapefile } from './datasets-import-shapefile.ts';

/** Raised with any change of the files, which are then made again. */
const VERSION = 1;
const [CASIAS, INSTALLATIONS, CAVITIES, MOVEMENTS, SIS] = [320_000, 120_000, 100_000, 60_000, 8_000];
const toDegrees = toWgs84('2154', 'bench');
const cents = (value: number): number => Math.round(value * 100) / 100;

/** Longitude and latitude, to seven decimals as the cadastre gives them. */
export function lonLatOf(position: Position): [number, number] {
  const [longitude = 0, latitude = 0] = toDegrees(position);
  return [Math.round(longitude * 1e7) / 1e7, Math.round(latitude * 1e7) / 1e7];
}

type Source = { dataset: DatasetName; write: (folder: string) => number | void | Promise<void> };

/** The publisher's files of every dataset that facts are read from, in a folder each. */
export const SOURCES: readonly Source[] = [
  { dataset: 'clay', write: writeClay },
  { dataset: 'ppr-zones', write: writePlanZones },
  { dataset: 'casias', write: writeCasias },
  { dataset: 'installations', write: writeInstallations },
  { dataset: 'cavities', write: (folder) => writeTable(join(folder, 'cavites.csv'), cavityLines()) },
  { dataset: 'ground-movements', write: (folder) => writeTable(join(folder, 'mouvements.csv'), movementLines()) },
  { dataset: 'sis', write: (folder) => writeTable(join(folder, 'sis.csv'), sisLines()) },
  { dataset: 'brush-clearing', write: writeBrushClearing },
  { dataset: 'noise', write: (folder) => writeNoise(folder, lonLatOf) },
  { dataset: 'coastal-list', write: writeCoastalList },
  { dataset: 'communes', write: writeCommunes },
  { dataset: 'radon', write: (folder) => writeTable(join(folder, 'radon.csv'), radonLines()) },
  { dataset: 'seismic-zones', write: (folder) => writeTable(join(folder, 'zonage_sismique.csv'), seismicLines()) },
  { dataset: 'gaspar-pprn', write: (folder) => writePlans(folder, 'pprn') },
  { dataset: 'gaspar-pprm', write: (folder) => writePlans(folder, 'pprm') },
  { dataset: 'gaspar-pprt', write: (folder) => writePlans(folder, 'pprt') },
  {
    dataset: 'gaspar-catnat',
    write: (folder) => writeTable(join(folder, `catnat_gaspar_${PUBLISHED_ON}.csv`), catnatLines()),
  },
];

/** Made once, whole or not at all; the folder of each dataset. */
export async function publishedFiles(
  cache: string,
  datasets: readonly DatasetName[],
): Promise<Map<DatasetName, string>> {
  const folders = new Map<DatasetName, string>();
  for (const { dataset, write } of SOURCES.filter((one) => datasets.includes(one.dataset))) {
    const folder = join(cache, 'published', `${dataset}-${VERSION}`);
    folders.set(dataset, folder);
    if (existsSync(folder)) continue;
    const draft = `${folder}.draft`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    await write(draft);
    renameSync(draft, folder);
  }
  return folders;
}

function writeClay(folder: string): number {
  const features = range(CLAY_ZONES, (number) => {
    const { rings, level, departement } = clayZone(number);
    return { shape: { rings }, values: [departement, String(level), ['Faible', 'Moyen', 'Fort'][level - 1] ?? ''] };
  });
  return writeShapefile(join(folder, 'AleaRG_2025_Fxx_L93'), { DPT: 3, NIVEAU: 1, ALEA: 10 }, features);
}

function writePlanZones(folder: string): number {
  const features = range(PLAN_ZONES, (number) => {
    const { plan, code, name, type, rings } = planZone(number);
    return { shape: { rings }, values: [plan, code, name, type] };
  });
  const columns = { id_gaspar: 16, codezone: 8, nom: 20, typereg: 2 };
  return writeShapefile(join(folder, 'N_ZONE_REG_PPRN_FRANCE_S'), columns, features);
}

function writeInstallations(folder: string): number {
  const features = range(INSTALLATIONS, (number) => {
    const random = createRandom(4_000_000 + number);
    const point = builtAt(random).map(cents);
    const { code, name } = communeAt(point);
    const street = random.percent(85) ? `${1 + random.below(99)} rue du Port` : '';
    const regime = ['Autorisation', 'Enregistrement', 'Autres régimes', 'Non ICPE'][random.below(4)] ?? '';
    const seveso = random.percent(2) ? 'Seveso seuil haut' : '';
    const id = String(number).padStart(10, '0');
    const sheet = `https://www.georisques.gouv.fr/risques/installations/donnees/details/${id}`;
    const values = [id, `Établissement ${number}`, 'Commerce de gros', street, code, name, code, regime, seveso, sheet];
    return { shape: { point }, values };
  });
  const columns = {
    code_aiot: 10,
    nom_ets: 60,
    lib_naf: 60,
    adresse: 60,
    cd_postal: 5,
    commune: 40,
    cd_insee: 5,
    lib_regime: 20,
    lib_seveso: 20,
    url_fiche: 90,
  };
  return writeShapefile(join(folder, 'InstallationsClassees_FRA'), columns, features);
}

function writeCasias(folder: string): Promise<void> {
  return writeTable(join(folder, 'casias.geojson'), casiasLines());
}

function* casiasLines(): Generator<string> {
  yield '{"type":"FeatureCollection","features":[';
  for (let number = 0; number < CASIAS; number += 1) {
    const random = createRandom(5_000_000 + number);
    const point = builtAt(random);
    const { code, name } = communeAt(point);
    const feature = {
      type: 'Feature',
      properties: {
        identifiant_ssp: `SSP${4_000_000 + number}`,
        nom_etablissement: `Garage ${number}`,
        activite_principale: 'Carrosserie, atelier d’application de peinture sur métaux',
        statut: ['En activité', 'Activité terminée', 'Indéterminé'][random.below(3)],
        adresse: random.percent(80) ? `${1 + random.below(99)} rue de la Gare` : '',
        precision_adr: random.percent(90) ? 'numéro' : 'rue',
        nom_commune: name,
        code_insee: code,
        fiche_risque: `https://fiches-risques.brgm.fr/georisques/casias/SSP${4_000_000 + number}`,
      },
      geometry: { type: 'Point', coordinates: lonLatOf(point) },
    };
    yield `${JSON.stringify(feature)}${number + 1 < CASIAS ? ',' : ''}`;
  }
  yield ']}';
}

/** A site's number, commune and position in degrees. */
function* located(
  count: number,
  seed: number,
): Generator<[number: number, code: string, at: Position, random: Random]> {
  for (let number = 0; number < count; number += 1) {
    const random = createRandom(seed + number);
    const point = builtAt(random);
    yield [number, communeAt(point).code, lonLatOf(point), random];
  }
}

function* cavityLines(): Generator<string> {
  yield 'identifiant;type;nom;reperage_geo;code_insee;longitude;latitude';
  for (const [number, code, at, random] of located(CAVITIES, 6_000_000)) {
    const type = ['carrière', 'cave', 'ouvrage civil', 'naturelle'][random.below(4)];
    yield `CAV${number};${type};Cavité ${number};${random.percent(95) ? 'précis' : 'commune'};${code};${at.join(';')}`;
  }
}

function* movementLines(): Generator<string> {
  yield 'identifiant;type;lieu;precision_lieu;code_insee;longitude;latitude';
  for (const [number, code, at, random] of located(MOVEMENTS, 8_000_000)) {
    const type = ['Glissement', 'Éboulement', 'Coulée', 'Effondrement'][random.below(4)];
    yield `MVT${number};${type};Lieu ${number};${random.percent(90) ? 'mètre' : 'kilomètre'};${code};${at.join(';')}`;
  }
}

function* sisLines(): Generator<string> {
  yield 'id_sis;code_insee;nom;adresse;geog';
  for (let number = 0; number < SIS; number += 1) {
    const random = createRandom(9_000_000 + number);
    const centre = builtAt(random);
    const ring = blob({ centre, radius: 30 + 120 * share(random), count: 12 + random.below(30) }, random).map(lonLatOf);
    const { code } = communeAt(centre);
    yield `SSP${number};${code};Ancienne usine ${number};${1 + random.below(99)} rue du Gaz;${ewkbOf(ring)}`;
  }
}

/** A polygon of one ring, closed here, in SRID 4326. */
function ewkbOf(ring: Position[]): string {
  const bytes = Buffer.alloc(17 + 16 * (ring.length + 1));
  bytes[0] = 1;
  bytes.writeUInt32LE(0x20000003, 1);
  bytes.writeUInt32LE(4326, 5);
  bytes.writeUInt32LE(1, 9);
  bytes.writeUInt32LE(ring.length + 1, 13);
  for (const [i, [x = 0, y = 0]] of [...ring, ring[0] ?? []].entries()) {
    bytes.writeDoubleLE(x, 17 + 16 * i);
    bytes.writeDoubleLE(y, 25 + 16 * i);
  }
  return bytes.toString('hex').toUpperCase();
}
