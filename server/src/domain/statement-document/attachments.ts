import { isJoined, planDocumentFile } from '#domain/risks/plan-documents.ts';
import { FACTS_FILE, GEOJSON_FILE, factsGeoJson, factsJson } from './facts.ts';
import type { StatementInput } from './input.ts';

/**
 * A file that the PDF carries (ISO 19005-3, 6.8): source data, or a supplement. The State's original documents are
 * supplements: their pages have no tags or embedded fonts and would make the document neither PDF/A nor PDF/UA. Bound
 * pages are drawn as pictures.
 */
export type Attachment = { file: string; mimeType: string; relationship: 'data' | 'supplement'; description: string };

const DATA: Attachment[] = [
  {
    file: FACTS_FILE,
    mimeType: 'application/json',
    relationship: 'data',
    description: 'Les informations de cet état des risques, lisibles par une machine',
  },
  {
    file: GEOJSON_FILE,
    mimeType: 'application/geo+json',
    relationship: 'data',
    description: 'Le bien et les zones connues, pour un système d’information géographique',
  },
];

export const attachments = ({ planDocuments, fiches }: StatementInput): Attachment[] => [
  ...DATA,
  ...fiches.map(({ file, title }): Attachment => ({
    file,
    mimeType: 'application/pdf',
    relationship: 'supplement',
    description: title,
  })),
  ...planDocuments.filter(isJoined).map((planDocument): Attachment => ({
    file: planDocumentFile(planDocument),
    mimeType: 'application/pdf',
    relationship: 'supplement',
    description: `${planDocument.kind === 'zonage' ? 'Carte réglementaire' : 'Règlement'} — ${planDocument.title}`,
  })),
];

/** The attachments' bytes by their names. */
export function attachedFiles(input: StatementInput): Record<string, Uint8Array> {
  const encoder = new TextEncoder();
  return {
    [FACTS_FILE]: encoder.encode(factsJson(input)),
    [GEOJSON_FILE]: encoder.encode(factsGeoJson(input)),
    ...Object.fromEntries(input.fiches.map(({ file, bytes }) => [file, bytes])),
    ...Object.fromEntries(
      input.planDocuments
        .filter(isJoined)
        .map((planDocument) => [planDocumentFile(planDocument), planDocument.pdf.bytes]),
    ),
  };
}
