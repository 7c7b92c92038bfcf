const URL_LIFETIME_MS = 60_000;

/** Hands a file to the browser's download, under `name`. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Safari reads the URL after the click has returned.
  window.setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
}
