import { randomHex } from './random-hex.ts';

/** How long what follows a gesture belongs to it: beyond, a screen that asks by itself begins anew. */
const GESTURE_MS = 30_000;

let trace = '';
let begunAt = Number.NEGATIVE_INFINITY;

/**
 * The W3C `traceparent` of a call: what one click sets off has one trace, which the server goes on with. A number drawn at
 * random in this tab, kept nowhere: it says nothing of who clicks, and two clicks have nothing in common.
 */
export function traceparent(): string {
  if (performance.now() - begunAt > GESTURE_MS) beginTrace();
  return `00-${trace}-${randomHex(8)}-01`;
}

function beginTrace(): void {
  trace = randomHex(16);
  begunAt = performance.now();
}

if (typeof window !== 'undefined') {
  for (const gesture of ['click', 'submit'])
    window.addEventListener(gesture, beginTrace, { capture: true, passive: true });
}
