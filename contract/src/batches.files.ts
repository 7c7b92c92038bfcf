import { z } from 'zod';
import { route } from './common/route.ts';
import { OfBatch as params, READS } from './common/v3-batches.ts';
import { V3 } from './common/v3.ts';

const tags = ['Batches'];
const FILES = { ...READS, throttle: 'export' } as const;
/** The header `Accept-Language` decides without it, else French. */
const querystring = z.object({ language: z.enum(['fr', 'en']).optional().describe('Of the titles.') });

export const readBatchTable = route({
  method: 'GET',
  url: `${V3}/batches/:batch_id/results.csv`,
  config: { ...FILES, produces: 'text/csv' },
  schema: {
    tags,
    summary: 'Download the results as CSV',
    description: 'Titles in the language asked for, by `language` or the header Accept-Language; dates in ISO 8601.',
    params,
    querystring,
    response: { 200: z.unknown() },
  },
});

export const readUnissuedRows = route({
  method: 'GET',
  url: `${V3}/batches/:batch_id/to_correct.csv`,
  config: { ...FILES, produces: 'text/csv' },
  schema: {
    tags,
    summary: 'Download the rows that are not issued, with the reason, ready to be corrected and sent again',
    description:
      'Every column that was sent, declarations and ignored ones included, then columns that may be filled in, the reason and the row. What was edited in place is written as it is now.',
    params,
    querystring,
    response: { 200: z.unknown() },
  },
});

export const readBatchMap = route({
  method: 'GET',
  url: `${V3}/batches/:batch_id/results.geojson`,
  config: { ...FILES, produces: 'application/geo+json' },
  schema: {
    tags,
    summary: 'Download the issued statements as points',
    params,
    response: { 200: z.unknown() },
  },
});

export const readBatchDocuments = route({
  method: 'GET',
  url: `${V3}/batches/:batch_id/documents.zip`,
  config: { ...FILES, produces: 'application/zip' },
  schema: { tags, summary: 'Download the PDFs, with the CSV', params, response: { 200: z.unknown() } },
});
