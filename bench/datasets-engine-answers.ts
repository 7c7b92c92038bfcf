import { LOCAL_FACTS } from '../server/src/adapters/datasets/facts/facts.ts';
import type { LocalDeps } from '../server/src/adapters/datasets/facts/local-fact.ts';
import type {
  Catnat,
  Clay,
  FactName,
  Facts,
  NearbySite,
  Place,
  Ppr,
  SisSite,
} from '../server/src/domain/risks/facts.ts';
import { placeZones, propertyAt } from '../server/src/domain/risks/overlap.ts';

/** Every fact that releases give about a place, and the SIS that meet it. */
export type OurAnswer = {
  clay: Clay;
  plans: Ppr[];
  sis: string[];
  sites: Record<'casias' | 'installations' | 'cavities' | 'movements', NearbySite[]>;
  catnat: Catnat[];
  radon: number;
  seismic: number;
};

/** @throws when a release does not answer, as the peer always does */
export function askReleases(deps: LocalDeps, place: Place): OurAnswer {
  const fact = <N extends keyof typeof LOCAL_FACTS>(name: N): ValueOf<N> => {
    const found = LOCAL_FACTS[name]?.(deps, place) ?? null;
    if (found === null) throw new Error(`no release answers for ${name} at ${place.longitude}, ${place.latitude}`);
    return found.value;
  };
  const sis = fact('sis');
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
  };
}

type ValueOf<N extends FactName> = Extract<Facts[N], { state: 'obtained' }>['value'];

function sisAt(place: Place, sis: SisSite[]): string[] {
  const drawn = sis.flatMap(({ id, outline }) => (outline === null ? [] : [{ id, outline }]));
  return placeZones(propertyAt(place), drawn).zones.map(({ id }) => id);
}
