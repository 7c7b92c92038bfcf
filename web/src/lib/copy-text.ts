import { showToast } from './toasts.ts';

/**
 * Copies the text and announces `done` (« Adresse copiée. »); where the browser forbids it, explains how to copy by
 * hand.
 */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast('success', done);
  } catch {
    showToast('error', 'Votre navigateur n’a pas permis la copie. Sélectionnez le texte, puis copiez-le.');
  }
}
