import type { Claim } from './pdf-a.ts';

/** Metadata of an invoice about its XML (Factur-X 1.0). */
export const FACTUR_X: Claim = {
  title: 'Factur-X PDFA Extension Schema',
  prefix: 'fx',
  namespace: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  properties: [
    ['DocumentFileName', 'Text', 'external', 'The name of the embedded XML document'],
    ['DocumentType', 'Text', 'external', 'The type of the hybrid document'],
    ['Version', 'Text', 'external', 'The version of the Factur-X standard'],
    ['ConformanceLevel', 'Text', 'external', 'The profile of the embedded XML document'],
  ],
  values: {
    // Also INVOICE for a credit note: the XML gives its type.
    DocumentType: 'INVOICE',
    DocumentFileName: 'factur-x.xml',
    Version: '1.0',
    ConformanceLevel: 'EN 16931',
  },
};
