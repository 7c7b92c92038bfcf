/** Lower-case words without accents; `st` and `ste` in full, so that « St-Étienne » is « saint etienne ». */
export function plainWords(text: string): string[] {
  const words = text
    .replaceAll(/œ/gi, 'oe')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return (words ?? []).map((word) => ({ st: 'saint', ste: 'sainte' })[word] ?? word);
}

export function plainText(text: string): string {
  return plainWords(text).join(' ');
}
