/** Prescribed console messages: counts of the list, and failures that no screen shows. */
export function logInfo(sentence: string): void {
  console.info(sentence);
}

/** Without the details of the call, which may contain personal data. */
export function logFailure(sentence: string, error: Error): void {
  console.warn(`${sentence} (${error.message}).`);
}
