import { communeAt, communeByInsee, type Commune } from '#territory/communes.ts';
import type { Point } from '#territory/geometry.ts';
import { hash, unit } from '#territory/hash.ts';
import { centreOf } from '#territory/hazards-field.ts';
import { ellipse, rectangle, type Outline } from '#territory/hazards-outline.ts';
import { gasparCommune } from '#territory/hazards-plans.ts';
import type { Geometry, Shape } from '#territory/shapes.ts';
import type { Feature } from 'geojson';

/** Communes, documents d'urbanisme and their zones, as the GPU describes them. */

/** A query: `shape` is `geometry` parsed. */
export type GpuSearch = { insee?: string; partition?: string; categorie?: string; geometry?: Geometry; shape?: Shape };

/** By geometry or by code; a commune is a rough disc, since its real outline is not included. */
export function municipalities(search: GpuSearch): Feature[] {
  const byCode = search.insee === undefined ? null : communeByInsee(search.insee);
  const found = search.shape ? communesOf(search) : byCode ? [byCode] : [];
  return found.map((commune) => {
    const properties = {
      gid: hash(commune.insee) % 100_000,
      insee: commune.insee,
      name: commune.name.toUpperCase(),
      is_rnu: isUnderNationalRules(commune),
      is_deleted: false,
      is_coastline: commune.coastal,
    };
    return gpuFeature('municipality', properties, discOf(commune));
  });
}

export function documents(search: GpuSearch): Feature[] {
  return communesOf(search)
    .filter((commune) => !isUnderNationalRules(commune))
    .map((commune) => {
      const properties = {
        ...documentProperties(commune),
        du_type: 'PLU',
        name: `${commune.insee}_PLU_20210614`,
        grid_name: commune.insee,
        grid_title: commune.name,
      };
      return gpuFeature('document', properties, discOf(commune));
    });
}

export function urbanZones(search: GpuSearch): Feature[] {
  return placesOf(search).map(({ commune, at }) => {
    const block: Outline = {
      type: 'MultiPolygon',
      coordinates: [[rectangle(at, { longMetres: 600, shortMetres: 600 }, 0)]],
    };
    const urban = unit('zone', commune.insee, at.join()) < 0.8;
    const properties = {
      ...documentProperties(commune),
      libelle: urban ? 'UA' : 'N',
      libelong: urban ? 'Zone urbaine de centralité' : 'Zone naturelle',
      typezone: urban ? 'U' : 'N',
      urlfic: null,
      datvalid: '20210614',
    };
    return gpuFeature('zone_urba', properties, block);
  });
}

/** The communes under the geometry's points, else the one of the partition `DU_33214`. */
export function communesOf(search: GpuSearch): Commune[] {
  return [...new Map(placesOf(search).map(({ commune }) => [commune.insee, commune])).values()];
}

function documentProperties(commune: Commune): Record<string, unknown> {
  const gpuId = [0, 1, 2, 3].map((part) => hash('gpu', commune.insee, part).toString(16).padStart(8, '0')).join('');
  return {
    gid: hash('document', commune.insee) % 10_000_000,
    gpu_doc_id: gpuId,
    gpu_status: 'production',
    gpu_timestamp: '2026-08-27T04:52:53.394Z',
    partition: `DU_${commune.insee}`,
    idurba: `${commune.insee}_PLU_20210614`,
  };
}

export function gpuFeature(layer: string, properties: Record<string, unknown>, outline: Outline): Feature {
  const feature = { type: 'Feature' as const, id: `${layer}.${hash(JSON.stringify(properties)) % 10_000_000}` };
  return { ...feature, geometry: outline, geometry_name: 'the_geom', properties } as Feature;
}

/** Règlement national d'urbanisme: the small communes without a plan. */
function isUnderNationalRules(commune: Commune): boolean {
  return commune.population < 1000 && unit('rnu', commune.insee) < 0.5;
}

function placesOf({ shape, partition }: GpuSearch): { commune: Commune; at: Point }[] {
  if (!shape) {
    const commune = communeByInsee(/^DU_(\w{5})$/.exec(partition ?? '')?.[1] ?? '');
    return commune ? [{ commune, at: centreOf(commune) }] : [];
  }
  const corners = [...shape.points, ...shape.lines.flat(), ...shape.surfaces.flat(2)];
  return corners.slice(0, 20).flatMap((at) => {
    const commune = communeAt(...at);
    return commune ? [{ commune: gasparCommune(commune), at }] : [];
  });
}

function discOf(commune: Commune): Outline {
  return {
    type: 'MultiPolygon',
    coordinates: [[ellipse(centreOf(commune), { longMetres: 6000, shortMetres: 6000 }, 0)]],
  };
}
