import type { MultiPolygon } from '@clairisque/contract/parcels.ts';
import { z } from 'zod';
import { readOutline } from './supplier-geometry.ts';

/** A feature of a supplier. `outline` is null when its drawing cannot be read. */
export type Drawn<P> = { properties: P; outline: MultiPolygon | null };

/**
 * A list of features, read one by one: an odd one never hides the others. `unread` counts those whose properties cannot
 * be read: the caller says what they could change. `left` counts those that the supplier has and did not give.
 */
export type Features<P> = { features: Drawn<P>[]; unread: number; left: number };

/** `numberMatched`: how many the supplier has; some layers say « unknown ». */
const List = z.object({ features: z.array(z.unknown()), numberMatched: z.number().nullish().catch(null) });

/** A schema is compiled at its first use: cached between calls. */
const collections = new WeakMap<z.ZodType, unknown>();

/**
 * The schema of a FeatureCollection whose features have these properties: a list of several of which none can be read is malformed, as the supplier has changed its format.
 */
export function featuresOf<P>(properties: z.ZodType<P>): z.ZodType<Features<P>> {
  const known = collections.get(properties) as z.ZodType<Features<P>> | undefined;
  const schema =
    known ??
    List.transform(({ features, numberMatched }, context): Features<P> => {
      const read = readFeatures(properties, features);
      if (read.features.length === 0 && features.length > 1) context.addIssue('no readable feature');
      return { ...read, left: Math.max(0, (numberMatched ?? 0) - features.length) };
    });
  collections.set(properties, schema);
  return schema;
}

/** Reads values that are features, without judging the list. */
export function readFeatures<P>(properties: z.ZodType<P>, values: readonly unknown[]): Omit<Features<P>, 'left'> {
  const features = values.flatMap((value): Drawn<P>[] => {
    const given = Feature.safeParse(value).data;
    const read = given && properties.safeParse(given.properties);
    return read?.success ? [{ properties: read.data, outline: readOutline(given?.geometry) }] : [];
  });
  return { features, unread: values.length - features.length };
}

const Feature = z.object({ properties: z.unknown().optional(), geometry: z.unknown().optional() });
