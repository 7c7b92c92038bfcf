import { pointOnFeature } from '@turf/turf';
import { z } from 'zod';
import { parcelCode } from '@clairisque/contract/parcels.ts';
import { Outline } from '#adapters/supplier-geometry.ts';
import { expect, obtained, placeAt } from './conformance-case.ts';
import type { Case } from './conformance-case.ts';

const Point = z.object({ coordinates: z.tuple([z.number(), z.number()]) });
const collectionOf = <F extends z.ZodType>(feature: F) => z.object({ features: z.array(feature) });

export function searchCase(json: unknown): Case {
  const { query = '8 boulevard du port cergy' } = z.object({ query: z.string().optional() }).parse(json);
  return {
    title: 'recherche d’adresse',
    completed: null,
    serves: { '/search': { json } },
    async read({ geocoder }) {
      const { features } = await geocoder.search({ q: query, limit: 5 });
      expect(features.length > 0, 'aucune adresse lue');
      return features.map(({ properties }) => `${properties.label} (${properties.citycode})`).join(' ; ');
    },
  };
}

export function reverseCase(json: unknown): Case {
  const [first] = collectionOf(z.object({ geometry: Point })).parse(json).features;
  const [longitude, latitude] = first?.geometry.coordinates ?? [2.3, 48.8];
  return {
    title: 'adresse la plus proche',
    completed: null,
    serves: { '/reverse': { json } },
    async read({ geocoder }) {
      const { features } = await geocoder.reverse({ longitude, latitude, limit: 1 });
      return (
        features.map(({ properties }) => `${properties.label}, à ${properties.distance} m`).join(' ; ') || 'aucune'
      );
    },
  };
}

const ParcelFeature = z.looseObject({ geometry: Outline, properties: z.looseObject({ idu: z.string() }) });

export function parcelsCase(json: unknown): Case {
  const { features } = collectionOf(ParcelFeature).parse(json);
  return {
    title: `cadastre, ${features.length} parcelle(s)`,
    completed: null,
    serves: { '/cadastre/parcelle': (query) => ({ json: { features: features.filter(matching(query)) } }) },
    async read({ cadastre }) {
      const [first] = features;
      const [longitude = 2, latitude = 48] = first ? pointOnFeature(first.geometry).geometry.coordinates : [];
      const near = await cadastre.nearby({ longitude, latitude });
      if (first === undefined)
        return near.length === 0 ? 'aucune parcelle' : Promise.reject(new Error('parcelle inventée'));
      const [under] = near;
      expect(
        under?.distance === 0 && parcelCode(under) === codeOf(first.properties.idu),
        'la parcelle du point n’est pas la première',
      );
      const read = await Promise.all(features.map(({ properties }) => cadastre.parcel(codeOf(properties.idu))));
      const missing = features.filter((_, i) => read[i] === null).map(({ properties }) => properties.idu);
      expect(missing.length === 0, `parcelles non relues par leur code : ${missing.join(', ')}`);
      const withoutArea = read.filter((parcel) => parcel?.areaSquareMetres === null).length;
      return `${read.length} relues par leur code, ${withoutArea} sans contenance ; au point : ${codeOf(first.properties.idu)}`;
    },
  };
}

/** Answers as API Carto: `numero` and `section` filter, a geometry returns the whole recording. */
const matching =
  (query: URLSearchParams) =>
  (feature: z.infer<typeof ParcelFeature>): boolean =>
    ['section', 'numero', 'com_abs'].every((name) => !query.has(name) || feature.properties[name] === query.get(name));

const codeOf = (idu: string): string => `${idu.slice(5, 8)}-${idu.slice(8, 10)}-${idu.slice(10)}@${idu.slice(0, 5)}`;

const NoiseFeature = z.object({ geometry: Outline, properties: z.object({ code_oaci: z.string(), zone: z.string() }) });

export function noiseCase(json: unknown): Case {
  const { features } = collectionOf(NoiseFeature).parse(json);
  const zones = new Set(features.map(({ properties }) => `${properties.code_oaci} ${properties.zone}`));
  return {
    title: 'plan d’exposition au bruit',
    completed: null,
    serves: { '/wms-v/ows': { json } },
    async read({ noisePlans }) {
      const read = obtained(await noisePlans.zones(placeAt(2.4414, 48.9695, ['93013'])));
      expect(read.length === zones.size, `${read.length} zones lues, ${zones.size} attendues`);
      expect(
        read.every(({ index, decreeDate }) => index !== null && decreeDate !== null),
        'indice ou date non lus',
      );
      expect(
        read.every(({ documentUrl }) => documentUrl !== null && !/\s/u.test(documentUrl)),
        'adresse du document illisible',
      );
      const words = read.map(
        ({ aerodromeName, aerodrome, zone, index, decreeDate }) =>
          `${aerodromeName} (${aerodrome}) zone ${zone}, ${index?.kind} ${index?.low} à ${index?.high}, arrêté du ${decreeDate}`,
      );
      return words.join(' ; ') || 'aucune zone';
    },
  };
}

const Decree = z.object({ geometry: Point, properties: z.object({ oaci: z.string(), arrete_peb: z.string() }) });

/** Queried at its first aerodrome, with no zone in the layer: a plan that exists and is not drawn. */
export function noiseDecreesCase(json: unknown): Case {
  const { features } = collectionOf(Decree).parse(json);
  const [first] = features;
  // An excerpt keeps the count of the whole index, and would be refused as incomplete.
  const { numberMatched } = z.looseObject({ numberMatched: z.number().default(features.length) }).parse(json);
  const isExcerpt = numberMatched > features.length;
  return {
    title: 'index des arrêtés de PEB',
    completed: isExcerpt ? 'extrait recompté, sans zone à l’aérodrome' : 'sans zone à l’aérodrome',
    serves: {
      '/wfs/ows': { json: { ...(json as object), numberMatched: features.length } },
      '/wms-v/ows': { json: { features: [] } },
    },
    async read({ noisePlans }) {
      const [longitude, latitude] = first?.geometry.coordinates ?? [2.3, 48.8];
      const plans = obtained(await noisePlans.undrawn(placeAt(longitude, latitude, ['75056'])));
      const own = plans.find(({ aerodrome }) => aerodrome === first?.properties.oaci);
      expect(own !== undefined && own.distanceMetres === 0, 'le plan de l’aérodrome n’est pas lu');
      expect(
        plans.every(({ decreeDate, documentUrl }) => decreeDate !== null && documentUrl !== null),
        'date ou adresse d’un arrêté illisible',
      );
      return plans
        .map(({ aerodromeName, aerodrome, decreeDate }) => `${aerodromeName} (${aerodrome}), arrêté du ${decreeDate}`)
        .join(' ; ');
    },
  };
}

const Commune = z.object({ properties: z.object({ insee: z.string(), name: z.string() }) });

/** A commune without document d'urbanisme: layers of one place in one file, without the empty ones. */
export function nationalRulesCase(json: unknown): Case {
  const layers = z.looseObject({ municipality: collectionOf(Commune) }).parse(json);
  const { insee = '', name = '' } = layers.municipality.features[0]?.properties ?? {};
  const held = Object.entries(json as object).map(([layer, answer]) => [`/gpu/${layer}`, { json: answer as unknown }]);
  const none = { json: { features: [] } };
  return {
    title: 'commune sans document d’urbanisme',
    completed: 'couches vides écartées par ses auteurs',
    serves: { '/gpu/prescription-surf': none, '/gpu/info-surf': none, ...Object.fromEntries(held) },
    async read({ urbanism }) {
      const place = placeAt(2.2, 45.98, [insee]);
      const { coastalCommune, unpublished, zones } = obtained(await urbanism.coastlineRetreat(place));
      expect(coastalCommune === false && !unpublished && zones.length === 0, 'zone ou littoral inventé');
      expect(obtained(await urbanism.planPerimeters(place)).length === 0, 'périmètre inventé');
      return `${name} (${insee}), hors littoral, sans zone ni périmètre`;
    },
  };
}

const Servitude = z.looseObject({
  geometry: Outline,
  properties: z.looseObject({ suptype: z.string(), nomsuplitt: z.string(), idgen: z.string() }),
});

/** Reads servitudes as recorded, without a plan; then as a plan's, whose générateur is not recorded. */
export function servitudesCase(json: unknown): Case[] {
  const { features } = collectionOf(Servitude).parse(json);
  const [longitude = 2, latitude = 48] = features[0] ? pointOnFeature(features[0].geometry).geometry.coordinates : [];
  const place = placeAt(longitude, latitude, ['75056']);
  const served = (suptype: string) => features.map((one) => ({ ...one, properties: { ...one.properties, suptype } }));
  const makers = features.map(({ properties: { idgen } }) => ({ properties: { idgen, id_gaspar: '75DDT20100014' } }));
  return [
    {
      title: 'servitudes du Géoportail de l’urbanisme',
      completed: null,
      serves: { '/gpu/assiette-sup-s': { json } },
      async read({ urbanism }) {
        expect(obtained(await urbanism.planPerimeters(place)).length === 0, 'périmètre de plan inventé');
        const names = features.map(({ properties }) => `${properties.suptype} ${properties.nomsuplitt}`);
        return `${names.join(' ; ')} : aucun plan de prévention`;
      },
    },
    {
      title: 'périmètre d’un plan de prévention',
      completed: 'type PM1 et générateur',
      serves: {
        '/gpu/assiette-sup-s': { json: { features: served('pm1') } },
        '/gpu/generateur-sup-s': { json: { features: makers } },
      },
      async read({ urbanism }) {
        const [read, ...others] = obtained(await urbanism.planPerimeters(place));
        expect(read?.gasparId === '75DDT20100014' && others.length === 0, 'plan non relié à son périmètre');
        return `${read?.servitude} ${read?.name}, plan ${read?.gasparId}`;
      },
    },
  ];
}
