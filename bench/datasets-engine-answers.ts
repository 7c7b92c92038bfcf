import { withCoastalList } from '../server/src/adapters/datasets/facts/coastal-list.ts';
import { LOCAL_FACTS } from '../server/src/adapters/datasets/facts/facts.ts';
import type { LocalDeps } from '../server/src/adapters/datasets/facts/local-fact.ts';
import type { Place } from '../server/src/domain/geometry/place.ts';
import type {
  BrushClearing,
  Catnat,
  Clay,
  CoastlineRetreat,
  Fact,
  FactName,
  Facts,
  NearbySite,
  NoiseZone,
  Ppr,
  SisSite,
  UndrawnNoisePlan,
} from '../server/src/domain/risks/facts.ts';
import { placeZones, propertyAt } from '../server/src/domain/geometry/overlap.ts';

/** Every fact that releases give about a place, and the SIS and noise zones that meet it. */
export type OurAnswer = {
  clay: Clay;
  plans: Ppr[];
  sis: string[];
  sites: Record<'casias' | 'installations' | 'cavities' | 'movements', NearbySite[]>;
  catnat: Catnat[];
  radon: number;
  seismic: number;
  brushClearing: BrushClearing | null;
  noise: string[];
  noisePlans: UndrawnNoisePlan[];
  coastal: boolean | null;
};

/** The live answer about the coast, beside which the decrees' list is read. */
const COAST: Fact<CoastlineRetreat> = {
  state: 'obtained',
  value: { coastalCommune: null, unpublished: false, zones: [] },
  provenance: {
    source: 'bench',
    label: '',
    attribution: '',
    licence: '',
    url: null,
    obtainedAt: '2026-03-02T00:00:00Z',
  },
};

/** @throws when a release does not answer, as the peer always does */
export function askReleases(deps: LocalDeps, place: Place): OurAnswer {
  const fact = <N extends keyof typeof LOCAL_FACTS>(name: N): ValueOf<N> => {
    const found = LOCAL_FACTS[name]?.(deps, place) ?? null;
    if (found === null) throw new Error(`no release answers for ${name} at ${place.longitude}, ${place.latitude}`);
    return found.value;
  };
  const [sis, noise] = [fact('sis'), fact('noise')];
  return {
    clay: fact('clay'),
    plans: [...fact('pprn'), ...fact('pprm'), ...fact('pprt')],
    sis: sis.length === 0 ? [] : sisAt(place, sis),
    sites: {
      casias: fact('casias'),
      installations: fact('installations'),
      cavities: fact('cavities'),
      movements: fact('groundMovements'),
    },
    catnat: fact('catnat'),
    radon: fact('radon').potential,
    seismic: fact('seismicZone').zone,
    brushClearing: fact('brushClearing'),
    noise: noise.length === 0 ? [] : noiseAt(place, noise),
    noisePlans: fact('noisePlans'),
    coastal: coastalAt(deps, place),
  };
}

type ValueOf<N extends FactName> = Extract<Facts[N], { state: 'obtained' }>['value'];

function sisAt(place: Place, sis: SisSite[]): string[] {
  const drawn = sis.flatMap(({ id, outline }) => (outline === null ? [] : [{ id, outline }]));
  return placeZones(propertyAt(place), drawn).zones.map(({ id }) => id);
}

function noiseAt(place: Place, zones: NoiseZone[]): string[] {
  return placeZones(propertyAt(place), zones).zones.map(({ aerodrome, zone }) => `${aerodrome} ${zone}`);
}

function coastalAt(deps: LocalDeps, place: Place): boolean | null {
  const fact = withCoastalList(COAST, deps, place);
  if (fact.state !== 'obtained' || fact.value.listed === undefined) throw new Error('no release lists the coast');
  return fact.value.listed.isListed;
}
