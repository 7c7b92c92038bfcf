import * as calls from '@clairisque/contract/addresses.ts';
import { z } from 'zod';
import { filled, number, reads, text } from './read.ts';

const optional = text.optional().catch(undefined);

/** An address is a label and the coordinates of its feature. */
const addresses = z.object({
  features: z.array(
    z.object({
      type: z.literal('Feature').catch('Feature'),
      geometry: z.object({
        type: z.literal('Point').catch('Point'),
        coordinates: z
          .tuple([number, number])
          .rest(z.unknown())
          .transform(([longitude, latitude]): [number, number] => [longitude, latitude]),
      }),
      properties: z.object({
        label: filled,
        score: number.optional().catch(undefined),
        type: optional,
        postcode: optional,
        citycode: optional,
        city: optional,
        oldcitycode: optional,
        context: optional,
        distance: number.optional().catch(undefined),
      }),
    }),
  ),
});

export const searchAddresses = reads(calls.searchAddresses, addresses);
/** Only the label is used. */
export const reverseAddress = reads(
  calls.reverseAddress,
  z.object({ features: z.array(z.object({ properties: z.object({ label: filled }) })) }),
);
