import type { Commune } from '#territory/communes.ts';
import { distanceMetres, type Point } from '#territory/geometry.ts';
import { hash } from '#territory/hash.ts';
import { centreOf } from '#territory/hazards-field.ts';
import { noiseZonesNear } from '#territory/hazards-noise.ts';
import { ellipse, type Outline } from '#territory/hazards-outline.ts';
import { plantOf, type PlanFamily } from '#territory/hazards-plan-kinds.ts';
import { plansOf, type Plan } from '#territory/hazards-plans.ts';
import { retreatZones, retreatZonesOf, type RetreatZone } from '#territory/hazards-coastline.ts';
import type { Shape } from '#territory/shapes.ts';
import type { Feature } from 'geojson';
import { communesOf, documents, gpuFeature, urbanZones, type GpuSearch } from './gpu-documents.ts';

/** Surfaces of the GPU: prescriptions, informations and servitudes d'utilité publique (SUP). */

/** Candidates; the caller keeps those that meet the geometry and the partition. */
export const LAYERS: Record<string, (search: GpuSearch) => Feature[]> = {
  document: documents,
  'zone-urba': urbanZones,
  'prescription-surf': (search) =>
    coastlineRetreat(search)
      .filter(({ provisional }) => !provisional)
      .map(prescription),
  'info-surf': (search) => [
    ...coastlineRetreat(search)
      .filter(({ provisional }) => provisional)
      .map(prefiguration),
    ...noiseInformation(search),
    ...contradictions(),
  ],
  'assiette-sup-s': (search) =>
    easements(search).map((easement) => gpuFeature('assiette_sup_s', assiette(easement), easement.outline)),
  'generateur-sup-s': (search) =>
    easements(search).map((easement) => gpuFeature('generateur_sup_s', generateur(easement), easement.outline)),
};

const HORIZON_WORDS = { '0-30': '0 à 30 ans', '30-100': '30 à 100 ans' } as const;
/** The prefix of the State's own partitions. */
const STATE = '130012073';
const HERITAGE_REACH_METRES = 500;

function coastlineRetreat({ shape, partition }: GpuSearch): RetreatZone[] {
  if (!shape) return retreatZonesOf(/^DU_(\w{5})$/.exec(partition ?? '')?.[1] ?? '');
  return retreatZones(centreOfShape(shape), reachOf(shape));
}

/** CNIG: typepsc 54, stypepsc 01 at 30 years, 02 from 30 to 100. */
function prescription(zone: RetreatZone): Feature {
  const properties = {
    ...retreatProperties(zone),
    libelle: `Zone exposée au recul du trait de côte à l'horizon ${HORIZON_WORDS[zone.horizon]}`,
    txt: zone.horizon === '0-30' ? 'ZERTC30' : 'ZERTC100',
    typepsc: '54',
    stypepsc: zone.horizon === '0-30' ? '01' : '02',
    nature: null,
    lib_idpsc: null,
  };
  return gpuFeature('prescription_surf', properties, zone.outline);
}

/**
 * Communes publish it so: type 99-00, also used for other maps, the TXT of the CNIG standard, a label without
 * « préfiguration ».
 */
function prefiguration(zone: RetreatZone): Feature {
  const properties = {
    ...retreatProperties(zone),
    libelle: `Zone exposée au recul du trait de côte à l'horizon ${zone.horizon === '0-30' ? '30' : '100'} ans`,
    txt: 'pre-ZERTC',
    typeinf: '99',
    stypeinf: '00',
  };
  return gpuFeature('info_surf', properties, zone.outline);
}

function retreatProperties({ insee }: RetreatZone): Record<string, unknown> {
  const nomfic = `${insee}_reglement_20210614.pdf`;
  return {
    gid: hash('coastline', insee) % 1_000_000,
    partition: `DU_${insee}`,
    nomfic,
    urlfic: `https://data.geopf.fr/annexes/gpu/documents/DU_${insee}/${nomfic}`,
  };
}

/** typeinf 27: the PEB, where the PLU includes it; here only the zones of one aerodrome in two. */
function noiseInformation({ shape, partition }: GpuSearch): Feature[] {
  if (!shape) return [];
  return noiseZonesNear(centreOfShape(shape), reachOf(shape))
    .filter(({ aerodrome }) => hash(aerodrome.oaci) % 2 === 0)
    .map((zone) => {
      const libelle = `PEB ${zone.aerodrome.oaci} zone ${zone.letter}`;
      const properties = {
        gid: zone.mapId,
        partition: partition ?? null,
        libelle,
        txt: mojibake("Plan d'exposition au bruit de l'aérodrome"),
        typeinf: '27',
        stypeinf: '00',
        nomfic: null,
        urlfic: null,
      };
      return gpuFeature('info_surf', properties, zone.outline);
    });
}

/** East of Mende a local plan has polluted soils that Géorisques lacks there. */
function contradictions(): Feature[] {
  const libelle = 'Secteur d’information sur les sols : ancien dépôt';
  const codes = { typeinf: '38', stypeinf: '00', txt: null, nomfic: null, urlfic: null };
  return [
    gpuFeature('info_surf', { gid: 900_000, partition: 'DU_48095', libelle, ...codes }, disc([3.52, 44.518], 150)),
  ];
}

type Easement = { suptype: string; partition: string; name: string; gasparId: string | null; outline: Outline };

function easements(search: GpuSearch): Easement[] {
  const near = search.shape && centreOfShape(search.shape);
  const recorded = !near || distanceMetres(near, RECORDED.at) < 3000 ? [RECORDED.easement] : [];
  return [...recorded, ...communesOf(search).flatMap((commune) => [...planEasements(commune), ...heritage(commune)])];
}

function planEasements(commune: Commune): Easement[] {
  const suptypes: [PlanFamily, string][] = [['pprn', 'pm1'], ['pprm', 'pm1'], ['pprt', 'pm3']]; // prettier-ignore
  return suptypes.flatMap(([family, suptype]) =>
    plansOf(commune, family)
      .filter(({ approved }) => approved !== null)
      .map((plan) => planEasement(plan, suptype)),
  );
}

function planEasement(plan: Plan, suptype: string): Easement {
  const { commune } = plan;
  const partition = `${STATE}_SUP_${commune.departement}_${suptype.toUpperCase()}`;
  return { suptype, partition, name: plan.name, gasparId: plan.gasparId, outline: envelope(plan) };
}

/** Extent of the plan's zones (`hazards-plans.ts`); two plans of a town have different extents. */
function envelope({ commune, kind }: Plan): Outline {
  const plant = kind.family === 'pprt' ? plantOf(commune) : null;
  return plant ? disc(plant, 2500) : disc(centreOf(commune), 7000 + 200 * kind.digit);
}

/** Some texts in the GPU have a wrong encoding, which is reproduced. */
function heritage(commune: Commune): Easement[] {
  const name = mojibake(`Cité refuge de ${commune.name} - Église`);
  const partition = `172014607_SUP_${commune.departement}_AC1`;
  return [{ suptype: 'ac1', partition, name, gasparId: null, outline: disc(centreOf(commune), HERITAGE_REACH_METRES) }];
}

/** Recorded by kelrisks near 2.2018,48.9168. */
const RECORDED: { at: Point; easement: Easement } = {
  at: [2.2018, 48.9168],
  easement: {
    suptype: 'pm1',
    partition: `${STATE}_SUP_78_PM1`,
    name: 'PPRI Vallée de la Seine',
    gasparId: '78DDT20100014',
    outline: disc([2.2018, 48.9168], 1200),
  },
};

function assiette({ suptype, partition, name }: Easement): Record<string, unknown> {
  const id = `${suptype.toUpperCase()}-${partition.slice(0, 9)}-${hash(name) % 100_000}`;
  return {
    gid: hash(id) % 10_000_000,
    gpu_doc_id: hash(partition).toString(16).padStart(32, '0'),
    gpu_status: 'production',
    gpu_timestamp: '2026-08-27T04:52:53.394Z',
    suptype,
    partition,
    fichier: `${suptype.toUpperCase()}_${id}_act.pdf`,
    idass: `${id}-1`,
    idgen: id,
    nomass: name,
    typeass: suptype === 'ac1' ? mojibake('Périmètre des abords') : 'Enveloppe des zones réglementées du plan',
    modegeoass: 'Zone tampon',
    paramcalc: suptype === 'ac1' ? HERITAGE_REACH_METRES : null,
    srcgeoass: 'RGE',
    datesrcass: '20180101',
    nomsuplitt: name,
    nomreg: '',
    urlreg: '',
  };
}

function generateur(easement: Easement): Record<string, unknown> {
  const { gid, gpu_doc_id, gpu_status, gpu_timestamp, suptype, partition, idgen } = assiette(easement);
  const gaspar = easement.gasparId && { id_gaspar: easement.gasparId, code_alea: null, url_grisq: null };
  return { gid, gpu_doc_id, gpu_status, gpu_timestamp, suptype, partition, idgen, nomgen: easement.name, ...gaspar };
}

/** UTF-8 read as Windows-1252: « CitÃ© ». */
function mojibake(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

function disc(centre: Point, metres: number): Outline {
  return { type: 'MultiPolygon', coordinates: [[ellipse(centre, { longMetres: metres, shortMetres: metres }, 0)]] };
}

function centreOfShape({ box: [west, south, east, north] }: Shape): Point {
  return [(west + east) / 2, (south + north) / 2];
}

function reachOf({ box: [west, south, east, north] }: Shape): number {
  return distanceMetres([west, south], [east, north]);
}
