import encodeQR from 'qr';

/** `rows` of modules, `1` dark and `0` white; the page adds the quiet zone. */
export type Qr = { rows: string[] };

/** The QR code of a text (ISO/IEC 18004, error correction M: 15 % of it may be lost, a fold or a stamp). */
export function qr(text: string): Qr {
  // Our addresses are ASCII; any other character is percent-encoded in them. The library draws a border of one module.
  const modules = encodeQR(text, 'raw', { ecc: 'medium', encoding: 'byte', border: 1 }).slice(1, -1);
  return {
    rows: modules.map((row) =>
      row
        .slice(1, -1)
        .map((isDark) => (isDark ? '1' : '0'))
        .join(''),
    ),
  };
}
