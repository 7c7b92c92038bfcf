/** `amount / divisor` rounded to the nearest integer, halves up, with integers only: no float error. */
export function halvesUp(amount: number, divisor: number): number {
  return Math.floor((2 * amount + divisor) / (2 * divisor));
}
