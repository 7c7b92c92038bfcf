import { Toast } from '@base-ui/react/toast';

export type ToastTone = 'success' | 'error';
export type ToastAction = { label: string; onSelect: () => void };

const LIFETIME_MS = 8_000;
export const toastManager = Toast.createToastManager<{ action?: ToastAction }>();
/** Resolves at the first message: the toaster is not part of the first view. */
const [firstToast, requestToaster] = latch();
/** Messages wait until the toaster is mounted. */
const [toasterMounted, startToasts] = latch();
export { firstToast, startToasts };

function latch(): [opened: Promise<void>, open: () => void] {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return [opened, open];
}

/**
 * Shows a message over the page, from anywhere; the same sentence is not shown twice. Errors (role `alert`) stay until
 * closed; others (role `status`) leave after 8 s, unless the pointer or the focus is on them. Returns the id that
 * closes it.
 */
export function showToast(tone: ToastTone, message: string, action?: ToastAction): string {
  const timeout = tone === 'error' ? 0 : LIFETIME_MS;
  requestToaster();
  void toasterMounted.then(() =>
    toastManager.add({ id: message, type: tone, description: message, timeout, data: action ? { action } : {} }),
  );
  return message;
}

export function closeToast(id: string): void {
  toastManager.close(id);
}

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
