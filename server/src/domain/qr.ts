import qrcode from 'qrcode-generator';

/** A drawing of `size` modules a side: the path's units are modules, the quiet zone is left to the page. */
export type Qr = { size: number; path: string };

/**
 * The QR code of a text (ISO/IEC 18004, error correction M: 15 % of it may be lost, a fold or a stamp), as an SVG path
 * that fills the dark modules. Same text, same path.
 */
export function qr(text: string): Qr {
  const code = qrcode(0, 'M');
  // Our addresses are ASCII; any other character is percent-encoded in them.
  code.addData(text, 'Byte');
  code.make();
  const size = code.getModuleCount();
  const indexes = Array.from({ length: size }, (_, index) => index);
  const rows = indexes.map((y) => indexes.map((x) => (code.isDark(y, x) ? '1' : '0')).join(''));
  return { size, path: rows.map(rowPath).join('') };
}

/** One rectangle for each run of dark modules: fewer edges, and no hairline between neighbours. */
function rowPath(row: string, y: number): string {
  const runs = [...row.matchAll(/1+/gu)];
  return runs.map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`).join('');
}
