/**
 * Files of a release. Rows are sorted by key, the commune's INSEE code or an empty text; a row's number is its place.
 *
 * - `rows.bin`: the rows (`RowReader`), with the values and properties that they share in `rows.json`; `rows.idx`: their
 *   offsets, as float64, and the end.
 * - `keys.json`: first row and count of each key.
 * - `pieces.bin`: the pieces of zones and sites, as int32 (`pack`); `pieces.idx`: their offsets, as float64, and
 *   the end; `owners.idx`: the row of each, as uint32; `boxes.idx`: their packed Hilbert R-tree (flatbush).
 * - `coverage.json`: the coverage table.
 */
export const ROWS = 'rows.bin';
export const ROW_TABLES = 'rows.json';
export const ROW_OFFSETS = 'rows.idx';
export const KEYS = 'keys.json';
export const PIECES = 'pieces.bin';
export const PIECE_OFFSETS = 'pieces.idx';
export const OWNERS = 'owners.idx';
export const BOXES = 'boxes.idx';
export const COVERAGE = 'coverage.json';
export const MANIFEST = 'manifest.json';

export const TABLE_FILES = [ROWS, ROW_TABLES, ROW_OFFSETS, KEYS, COVERAGE] as const;
export const ZONE_FILES = [PIECES, PIECE_OFFSETS, OWNERS, BOXES] as const;
