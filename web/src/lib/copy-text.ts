import { showToast } from './toasts.ts';

/** Copies, and says so; where the browser forbids it, says what to do by hand. `done`: « Adresse copiée. » */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast('success', done);
  } catch {
    showToast('error', 'Votre navigateur n’a pas permis la copie. Sélectionnez le texte, puis copiez-le.');
  }
}
