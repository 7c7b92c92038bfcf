import qrcode from 'qrcode-generator';

/** `rows` of modules, `1` dark and `0` white; the page adds the quiet zone. */
export type Qr = { rows: string[] };

/** The QR code of a text (ISO/IEC 18004, error correction M: 15 % of it may be lost, a fold or a stamp). */
export function qr(text: string): Qr {
  const code = qrcode(0, 'M');
  // Our addresses are ASCII; any other character is percent-encoded in them.
  code.addData(text, 'Byte');
  code.make();
  const indexes = Array.from({ length: code.getModuleCount() }, (_, index) => index);
  return { rows: indexes.map((y) => indexes.map((x) => (code.isDark(y, x) ? '1' : '0')).join('')) };
}
