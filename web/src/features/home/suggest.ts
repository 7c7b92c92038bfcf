import { searchAddresses } from '#answers/addresses.ts';
import { call } from '#lib/api.ts';

const DELAY_MS = 250;
const LEAST = 3;

/**
 * Fills the field's own list: at most five addresses for the typed text. A failure suggests nothing; the wizard
 * explains it.
 */
export function suggestFor(input: HTMLInputElement, show: (labels: string[]) => void): void {
  let controller = new AbortController();
  let timer: number | undefined;
  input.addEventListener('input', () => {
    window.clearTimeout(timer);
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    const q = input.value.trim();
    if (q.length >= LEAST) timer = window.setTimeout(() => void suggest(q, signal).then(show), DELAY_MS);
  });
  input.dispatchEvent(new Event('input'));
}

async function suggest(q: string, signal: AbortSignal): Promise<string[]> {
  try {
    const { features } = await call(searchAddresses, { query: { q, limit: 5 }, signal });
    return features.map(({ properties }) => properties.label);
  } catch {
    return [];
  }
}
