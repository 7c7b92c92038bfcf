/** What the specification wants in the console: counts of the list (§2), failures that no screen tells (§8). */
export function logInfo(sentence: string): void {
  console.info(sentence);
}

/** Without the details of the call: they may hold personal data. */
export function logFailure(sentence: string, error: Error): void {
  console.warn(`${sentence} (${error.message}).`);
}
