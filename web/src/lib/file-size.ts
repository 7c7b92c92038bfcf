/** « 12 Ko », « 4,8 Mo ». */
export function fileSize(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [Math.ceil(bytes / 1000), 'Ko'] : [bytes / 1_000_000, 'Mo'];
  return `${value.toLocaleString('fr-FR', { maximumFractionDigits: 1 })}\u00A0${unit}`;
}
