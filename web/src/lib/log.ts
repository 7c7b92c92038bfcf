/** Prescribed console messages: counts of the list, and failures that no screen shows. */
export function logInfo(sentence: string): void {
  console.info(sentence);
}

/** Without the details of the call: they may hold personal data. */
export function logFailure(sentence: string, error: Error): void {
  console.warn(`${sentence} (${error.message}).`);
}
