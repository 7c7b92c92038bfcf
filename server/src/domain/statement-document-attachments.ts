import { FACTS_FILE, GEOJSON_FILE, factsGeoJson, factsJson } from './statement-document-facts.ts';
import type { StatementInput } from './statement-document.ts';

/** A file of the render that the PDF carries, as data that the document was made from (PDF/A-3, 6.8). */
export type Attachment = { file: string; mimeType: string; description: string };

export const ATTACHMENTS: Attachment[] = [
  {
    file: FACTS_FILE,
    mimeType: 'application/json',
    description: 'Les informations de cet état des risques, lisibles par une machine',
  },
  {
    file: GEOJSON_FILE,
    mimeType: 'application/geo+json',
    description: 'Le bien et les zones connues, pour un système d’information géographique',
  },
];

/** The attachments' bytes by their names. */
export function attachedFiles(input: StatementInput): Record<string, Uint8Array> {
  const encoder = new TextEncoder();
  return {
    [FACTS_FILE]: encoder.encode(factsJson(input)),
    [GEOJSON_FILE]: encoder.encode(factsGeoJson(input)),
  };
}
