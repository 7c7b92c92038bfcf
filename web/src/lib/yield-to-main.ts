/** Yields to the main thread, so that the browser can respond and draw. Without `yield` (older browsers), a timer. */
export function yieldToMain(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((resolve) => void setTimeout(resolve));
}
