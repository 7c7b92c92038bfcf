const URL_LIFETIME_MS = 60_000;
const MAX_NAME_LENGTH = 120;

/** Hands a file to the browser's download, under `name`. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Safari reads the address after the click has returned.
  window.setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
}

/** « Named with id and address » (spec §7). */
export function statementFileName(id: number | string, adresse: string): string {
  return `ERP ${id} ${safeName(adresse)}.pdf`;
}

/** Without the characters that file systems refuse. */
export function safeName(text: string): string {
  return text
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH);
}
