/** A release is one GeoPackage (`package-tables.ts`), and its manifest beside it. */
export const PACKAGE = 'release.gpkg';
export const MANIFEST = 'manifest.json';
