const ASCII = /^[\u0020-\u007e]*$/;

/** Lower-case words without accents; `st` and `ste` in full, so that « St-Étienne » is « saint etienne ». */
export function plainWords(text: string): string[] {
  const plain = ASCII.test(text) ? text : text.replaceAll(/œ/gi, 'oe').normalize('NFD').replace(/\p{M}/gu, '');
  const words = plain.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.map((word) => (word === 'st' ? 'saint' : word === 'ste' ? 'sainte' : word));
}

export function plainText(text: string): string {
  return plainWords(text).join(' ');
}
