import { z } from 'zod';
import { expect, it } from 'vitest';
import { compileValidator } from './field-messages.ts';

const schema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  longitude: z.coerce.number().min(-180).max(180).optional(),
  name: z.string().optional(),
});
const read = compileValidator({ schema, url: '/api/v3/statements', httpPart: 'querystring' });

it.each([
  [{}, { limit: 20 }],
  [
    { limit: '5', name: '0x5' },
    { limit: 5, name: '0x5' },
  ],
  [{ longitude: '-2.50' }, { limit: 20, longitude: -2.5 }],
  [{ longitude: '1e-7' }, { limit: 20, longitude: 1e-7 }],
])('%j → read', (query, value) => expect(read(query)).toEqual({ value }));

it.each(['', ' ', '0x5', '1e1', ' 5', '+5', '5.0', '５', ['5'], '0b1', 'Infinity'].map((limit) => ({ limit })))(
  '%j → refused',
  (query) => expect(read(query)).toHaveProperty('error'),
);

it.each(['', ' ', '0x2', ' 2.5', '2,5', '.5', 'Infinity', ['2']].map((longitude) => ({ longitude })))(
  '%j → refused',
  (query) => expect(read(query)).toHaveProperty('error'),
);
