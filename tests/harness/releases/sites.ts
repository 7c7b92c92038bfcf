import type { Polygon } from 'geojson';
import { installationRow } from '../../../simulators/src/georisques/installation-rows.ts';
import { cavityRow, locate, movementRow } from '../../../simulators/src/georisques/site-rows.ts';
import { casiasRows, soilRows } from '../../../simulators/src/georisques/soil-rows.ts';
import type { AskedPlace } from '../../../simulators/src/georisques/place.ts';
import type { Commune } from '../../../simulators/src/territory/communes.ts';
import type { Point } from '../../../simulators/src/territory/geometry.ts';
import type { SiteLayer } from '../../../simulators/src/territory/hazards-sites.ts';
import { pointShapefile } from '../../../server/test/shapefile.ts';
import { asideOf, centreOf, squareAt, type Territory } from './territory.ts';

/** Lists of sites as published: those that the simulators know around the towns, and one in each département. */
type Files = Record<string, string | Buffer>;
type Row = Record<string, unknown>;

const RADIUS_METRES = 2_500;

const askedAt = (town: Commune): AskedPlace => ({
  points: [centreOf(town)],
  radiusMetres: RADIUS_METRES,
  communes: [town],
  codes: [],
});

/** Each site once, though two towns may be near it. */
function rowsOf(territory: Territory, read: (asked: AskedPlace) => Row[], aside: (commune: Commune) => Row): Row[] {
  const found = territory.towns.flatMap((town) => read(askedAt(town)));
  const rows = [...found, ...territory.everywhere.map(aside)];
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}

const located =
  (layer: SiteLayer, toRow: typeof cavityRow | typeof installationRow) =>
  (asked: AskedPlace): Row[] =>
    locate(layer, asked, 'commune').map(toRow);

/** Its position, under the names of the services. */
function aside(commune: Commune): { code_insee: string; longitude: number; latitude: number } {
  const [longitude, latitude] = asideOf(commune);
  return { code_insee: commune.insee, longitude, latitude };
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

function table(columns: readonly string[], rows: readonly Row[]): string {
  return [columns, ...rows.map((row) => columns.map((column) => text(row[column])))]
    .map((cells) => `${cells.join(';')}\n`)
    .join('');
}

const CAVITIES = ['identifiant', 'type', 'nom', 'reperage_geo', 'code_insee', 'longitude', 'latitude'];
const MOVEMENTS = ['identifiant', 'type', 'lieu', 'precision_lieu', 'code_insee', 'longitude', 'latitude'];

export function cavityTable(territory: Territory): Files {
  const other = (commune: Commune): Row => ({ identifiant: `AUTRE${commune.insee}`, type: 'cave', ...aside(commune) });
  return { 'cavites.csv': table(CAVITIES, rowsOf(territory, located('cavities', cavityRow), other)) };
}

export function movementTable(territory: Territory): Files {
  const other = (commune: Commune): Row => ({ identifiant: `9${commune.insee}`, type: 'Coulée', ...aside(commune) });
  return { 'mvt.csv': table(MOVEMENTS, rowsOf(territory, located('ground-movements', movementRow), other)) };
}

export function casiasFeatures(territory: Territory): Files {
  const other = (commune: Commune): Row => {
    const { code_insee, longitude, latitude } = aside(commune);
    const geom = { type: 'Point', coordinates: [longitude, latitude] };
    return { identifiant_ssp: `SSP9${commune.insee}`, adresse: '1 rue de la Gare', code_insee, geom };
  };
  const features = rowsOf(territory, casiasRows, other).map(({ geom, ...properties }) => ({
    type: 'Feature',
    properties,
    geometry: geom,
  }));
  return { 'casias.geojson': JSON.stringify({ type: 'FeatureCollection', features }) };
}

export function installationLayer(territory: Territory): Files {
  const other = (commune: Commune): Row => ({
    codeAIOT: `9${commune.insee.replace(/\D/, '0')}`,
    raisonSociale: 'DEPOT',
    adresse1: '1 rue de la Gare',
    regime: 'Enregistrement',
    ...aside(commune),
    codeInsee: commune.insee,
  });
  const rows = rowsOf(territory, located('installations', installationRow), other);
  const drawn = rows.map((row) => ({ attributes: installationOf(row), at: positionOf(row) }));
  return pointShapefile('InstallationsClassees', drawn);
}

const positionOf = ({ longitude, latitude }: Row): Point => [Number(longitude), Number(latitude)];

const installationOf = (row: Row): Record<string, string> => ({
  code_aiot: text(row['codeAIOT']),
  nom_ets: text(row['raisonSociale']),
  adresse: text(row['adresse1']),
  cd_postal: text(row['codePostal']),
  commune: text(row['commune']),
  cd_insee: text(row['codeInsee']),
  lib_regime: text(row['regime']),
  lib_seveso: text(row['statutSeveso']),
});

const SIS = ['id_sis', 'nom', 'adresse', 'code_insee', 'statut', 'fiche_risque', 'geog'];

export function sisTable(territory: Territory): Files {
  const other = (commune: Commune): Row => {
    const geom = { type: 'Polygon', coordinates: [squareAt(asideOf(commune)).ring] };
    return { id_sis: `SIS9${commune.insee}`, nom: 'Ancienne usine', code_insee: commune.insee, geom };
  };
  const rows = rowsOf(territory, (asked) => soilRows('sis', asked), other);
  const published = rows.map((row) => ({ ...row, statut: 'SIS publié', geog: hexadecimal(row['geom'] as Polygon) }));
  return { 'sis.csv': table(SIS, published) };
}

/** EWKB of a polygon, in degrees. */
function hexadecimal({ coordinates }: Polygon): string {
  const [ring = []] = coordinates;
  const bytes = Buffer.alloc(13 + 16 * ring.length);
  bytes.writeUInt8(1, 0);
  bytes.writeUInt32LE(3, 1);
  bytes.writeUInt32LE(1, 5);
  bytes.writeUInt32LE(ring.length, 9);
  for (const [i, [x = 0, y = 0]] of ring.entries()) {
    bytes.writeDoubleLE(x, 13 + 16 * i);
    bytes.writeDoubleLE(y, 21 + 16 * i);
  }
  return bytes.toString('hex');
}
