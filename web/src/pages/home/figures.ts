export { adminData } from '#responses/statistics.ts';

/** Without a scroll for so long, the page rests. */
const REST_MS = 150;

type Count = { target: number; durationMs: number; figure: HTMLElement; onValue: (value: number | null) => void };

/**
 * Counts linearly from 0 to `target` in `durationMs`, never faster, once the page rests with `figure` in the window: a
 * visitor who scrolls past sees the target, never a part of it. The value is null while it does not run: a still
 * counter, as with reduced motion, shows the target. Returns what ends it.
 */
export function countUp({ target, durationMs, figure, onValue }: Count): () => void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return () => undefined;
  let frame = 0;
  let startMs = 0;
  const tick = () => {
    const done = Math.min(1, (performance.now() - startMs) / durationMs);
    onValue(done < 1 ? Math.floor(target * done) : null);
    if (done < 1) frame = requestAnimationFrame(tick);
  };
  const start = () => {
    const { top, bottom } = figure.getBoundingClientRect();
    if (bottom <= 0 || top >= window.innerHeight) return;
    startMs = performance.now();
    frame = requestAnimationFrame(tick);
  };
  let rest = window.setTimeout(start, REST_MS);
  const stop = () => {
    window.clearTimeout(rest);
    cancelAnimationFrame(frame);
  };
  const pass = () => {
    stop();
    onValue(null);
    if (startMs === 0) rest = window.setTimeout(start, REST_MS);
  };
  window.addEventListener('scroll', pass, { passive: true });
  return () => {
    window.removeEventListener('scroll', pass);
    stop();
  };
}
