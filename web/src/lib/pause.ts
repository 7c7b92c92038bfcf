/** Lets the browser answer and draw before what follows, in a task of its own. Without `yield` (older browsers), a timer. */
export function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((resolve) => void setTimeout(resolve));
}
