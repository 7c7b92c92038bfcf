import { randomHex } from './hex.ts';

/** Maximum time after a gesture for calls to belong to it: later ones start a new trace. */
const GESTURE_MS = 30_000;

let trace = '';
let begunAt = Number.NEGATIVE_INFINITY;

/**
 * W3C `traceparent` of a call: everything that one click causes has one trace, which the server continues. Random in
 * this tab and stored nowhere: it does not identify the user, and two clicks have nothing in common.
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
