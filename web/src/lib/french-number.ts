/**
 * `digits`, of an integer, in groups of three as in French: « 12 345 ». Without `Intl`, whose first use takes a tenth
 * of a second on a phone: for the first view.
 */
export function groupThousands(digits: number | string): string {
  return String(digits).replaceAll(/\B(?=(\d{3})+$)/g, '\u202F');
}
