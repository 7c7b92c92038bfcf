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

export type ToastTone = 'success' | 'error';
export type Toast = { id: number; tone: ToastTone; message: string; action?: ToastAction };
export type ToastAction = { label: string; onSelect: () => void };

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/**
 * Shows a message over the page, from anywhere. Errors (role `alert`) stay until closed; others (role `status`) leave
 * after 8 s, unless the pointer or the focus is on them. Returns the id that closes it.
 */
export function showToast(tone: ToastTone, message: string, action?: ToastAction): number {
  lastId += 1;
  const toast: Toast = { id: lastId, tone, message, ...(action && { action }) };
  // The same sentence is not shown twice.
  publish([...toasts.filter((shown) => shown.message !== message), toast]);
  return toast.id;
}

export function closeToast(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id));
}

export function readToasts(): readonly Toast[] {
  return toasts;
}

export function onToastsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
