/** « 12 ko », « 4,8 Mo ». */
export function fileSize(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [Math.ceil(bytes / 1000), 'ko'] : [bytes / 1_000_000, 'Mo'];
  return `${value.toLocaleString('fr-FR', { maximumFractionDigits: 1 })}\u00A0${unit}`;
}

/**
 * `digits`, of an integer, in groups of three as in French: « 12 345 ». Without `Intl`, whose first use takes a tenth
 * of a second on a phone: for the first view.
 */
export function groupThousands(digits: number | string): string {
  return String(digits).replaceAll(/\B(?=(\d{3})+$)/g, '\u202F');
}
