/**
 * `digits`, of an integer, in groups of three as in French: « 12 345 ». Not by `Intl`, whose first use takes a phone a tenth of
 * a second: for what the first view shows.
 */
export function groupThousands(digits: number | string): string {
  return String(digits).replaceAll(/\B(?=(\d{3})+$)/g, '\u202F');
}
