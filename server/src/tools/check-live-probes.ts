import type { Buildings, Cadastre, Geocoder, Georisques, MapTiles, NoisePlans, Urbanism } from '#adapters/suppliers.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { Fact, FactName } from '#domain/risks/facts.ts';
import { expect, obtained, placeAt } from './conformance-case.ts';

export type LiveAdapters = {
  geocoder: Geocoder;
  cadastre: Cadastre;
  georisques: Georisques;
  noisePlans: NoisePlans;
  urbanism: Urbanism;
  buildings: Buildings;
  mapTiles: MapTiles;
};
/**
 * One query to a real service: returns what was read, in French; throws when it fails or contradicts what is known of
 * the place.
 */
export type Probe = { title: string; run: (adapters: LiveAdapters) => Promise<string> };

const PARIS_13 = placeAt(2.376, 48.83, ['75113', '75056']);
const SAINT_ETIENNE = placeAt(4.3872, 45.4397, ['42218']);
const SAINT_MALO = placeAt(-2.0257, 48.6493, ['35288']);
const CHELLES_STATION = placeAt(2.62091, 48.87314, ['77108']);
const THREE_PLANS = placeAt(2.2528, 48.9494, ['95018']);
const ROISSY = placeAt(2.5398627, 49.0223065, ['95527']);
/** Servitude 130012073_SUP_78_PM1, whose générateur names 78DDT20100014. */
const SEINE = placeAt(2.2018, 48.9168, ['78124']);
/** A place within the building ZWHEZKQSSXSC of the RNB. */
const LYON_4 = placeAt(4.83617, 45.77374, ['69384', '69123']);
const AIX = placeAt(5.45, 43.52, ['13001']);

export const PROBES: Probe[] = [
  {
    title: 'adresse cherchée',
    run: async ({ geocoder }) => {
      const { features } = await geocoder.search({ q: '8 boulevard du port cergy', limit: 5 });
      expect(features[0]?.properties.citycode === '95127', 'attendu : Cergy (95127) en premier');
      return features.map(({ properties }) => properties.label).join(' ; ');
    },
  },
  {
    title: 'adresses d’un fichier',
    run: async ({ geocoder }) => {
      const [best, other] = await geocoder.best(['8 boulevard du port 95000 cergy', '20 avenue de ségur 75007 paris']);
      const codes = [best?.inseeCode, other?.inseeCode];
      expect(codes.join() === '95127,75107', `attendu : Cergy (95127) puis Paris (75107), reçu : ${codes.join()}`);
      return `${best?.label} ; ${other?.label}`;
    },
  },
  {
    title: 'adresse la plus proche',
    run: async ({ geocoder }) => {
      const { features } = await geocoder.reverse({ longitude: 2.308628, latitude: 48.850699, limit: 1 });
      return features.map(({ properties }) => properties.label).join(' ; ');
    },
  },
  {
    title: 'parcelles proches, Paris 13e',
    run: async ({ cadastre }) => {
      const parcels = await cadastre.nearby(PARIS_13);
      expect(
        parcels.length > 0 && parcels.every(({ commune }) => commune === '75113'),
        'attendu : des parcelles du 75113',
      );
      return parcels.map(({ section, numero, distance }) => `${section} ${numero} à ${distance} m`).join(' ; ');
    },
  },
  parcelProbe('812-0D-0037@13203'),
  parcelProbe('815-AB-0207@31555'),
  ...Object.values(factProbes()).flat(),
  listed('bâtiments, Lyon 4e', { least: 1 }, (a) => a.buildings.footprints(LYON_4)),
  tileProbe('plan'),
  tileProbe('cadastre'),
];

/** Nothing is known of a place to compare with where a fact has no probe. */
function factProbes(): Record<FactName, Probe[]> {
  return {
    pprn: [listed('PPR naturels, Argenteuil', { least: 1 }, (a) => a.georisques.ppr('pprn', THREE_PLANS))],
    pprm: [listed('PPR miniers, Saint-Étienne', { least: 0 }, (a) => a.georisques.ppr('pprm', SAINT_ETIENNE))],
    pprt: [listed('PPR technologiques, Argenteuil', { least: 0 }, (a) => a.georisques.ppr('pprt', THREE_PLANS))],
    ...communeProbes(),
    sis: [listed('SIS, gare de triage de Chelles', { least: 1 }, (a) => a.georisques.sis(CHELLES_STATION))],
    brushClearing: [stated('débroussaillement, Aix-en-Provence', (a) => a.georisques.brushClearing(AIX))],
    noise: [listed('bruit, Roissy', { least: 1 }, (a) => a.noisePlans.zones(ROISSY))],
    noisePlans: [],
    planPerimeters: [grade('périmètre relié à son plan, Seine', 1, linkedPerimeters)],
    clay: [stated('argiles, Aix-en-Provence', (a) => a.georisques.clay(AIX))],
    casias: [listed('CASIAS, Paris 13e', { least: 1 }, (a) => a.georisques.casias(PARIS_13))],
    installations: [listed('ICPE, Paris 13e', { least: 1 }, (a) => a.georisques.installations(PARIS_13))],
    cavities: [listed('cavités, Paris 13e', { least: 0 }, (a) => a.georisques.cavities(PARIS_13))],
    groundMovements: [
      listed('mouvements de terrain, Paris 13e', { least: 0 }, (a) => a.georisques.groundMovements(PARIS_13)),
    ],
    catnat: [listed('catastrophes naturelles, Paris', { least: 20 }, (a) => a.georisques.catnat(PARIS_13))],
    report: [stated('rapport de risques, Paris 13e', (a) => a.georisques.report(PARIS_13))],
  };
}

function communeProbes(): Record<'radon' | 'seismicZone' | 'coastlineRetreat', Probe[]> {
  const radonAt =
    (place: Place) =>
    async ({ georisques }: LiveAdapters) =>
      obtained(await georisques.radon(place)).potential;
  return {
    radon: [
      grade('radon, Saint-Étienne', 3, radonAt(SAINT_ETIENNE)),
      grade('radon, Paris 13e', 1, radonAt(PARIS_13)),
      grade('radon, Saint-Malo', 1, radonAt(SAINT_MALO)),
    ],
    seismicZone: [
      grade(
        'sismicité, Saint-Étienne',
        2,
        async ({ georisques }) => obtained(await georisques.seismicZone(SAINT_ETIENNE)).zone,
      ),
    ],
    coastlineRetreat: [
      grade('commune littorale, Saint-Malo', 1, async ({ urbanism }) =>
        Number(obtained(await urbanism.coastlineRetreat(SAINT_MALO)).coastalCommune),
      ),
    ],
  };
}

async function linkedPerimeters({ urbanism }: LiveAdapters): Promise<number> {
  const published = obtained(await urbanism.planPerimeters(SEINE));
  return published.filter(({ gasparId }) => gasparId === '78DDT20100014').length;
}

function parcelProbe(code: string): Probe {
  return {
    title: `parcelle ${code}`,
    run: async ({ cadastre }) => {
      const parcel = await cadastre.parcel(code);
      expect(parcel !== null, 'parcelle non trouvée');
      return `${parcel?.communeName}, contenance ${parcel?.areaSquareMetres ?? '–'} m²`;
    },
  };
}

function grade(title: string, known: number, ask: (adapters: LiveAdapters) => Promise<number>): Probe {
  return {
    title,
    run: async (adapters) => {
      const read = await ask(adapters);
      expect(read === known, `lu ${read}, attendu ${known}`);
      return String(read);
    },
  };
}

type Ask<T> = (adapters: LiveAdapters) => Promise<Fact<T>>;

function listed(title: string, { least }: { least: number }, ask: Ask<unknown[]>): Probe {
  return {
    title,
    run: async (adapters) => {
      const rows = obtained(await ask(adapters));
      expect(rows.length >= least, `${rows.length} lus, au moins ${least} attendus`);
      return `${rows.length} : ${JSON.stringify(rows[0], withoutOutlines)?.slice(0, 300) ?? '–'}`;
    },
  };
}

function stated(title: string, ask: Ask<unknown>): Probe {
  return { title, run: async (adapters) => JSON.stringify(obtained(await ask(adapters))) };
}

function tileProbe(layer: 'plan' | 'cadastre'): Probe {
  return {
    title: `tuile ${layer}`,
    run: async ({ mapTiles }) => {
      const { bytes, contentType } = await mapTiles.tile(layer, 17, 66_400, 45_110);
      return `${bytes.length} octets, ${contentType}`;
    },
  };
}

const withoutOutlines = (key: string, value: unknown): unknown => (key === 'outline' ? '…' : value);
