import type { Toast } from '@base-ui/react/toast';

export type ToastTone = 'success' | 'error';
/** `lifetimeMs`: how long it is offered. */
export type ToastAction = { label: string; onSelect: () => void; lifetimeMs?: number };

const LIFETIME_MS = 8_000;
/** Resolves at the first message: the toaster and its library are not part of the first view. */
const [firstToast, requestToaster] = latch<void>();
/** Messages wait for the toaster, which gives its manager when it is mounted. */
const [manager, startToasts] = latch<ToastManager>();
export { firstToast, startToasts };

export type ToastManager = ReturnType<typeof Toast.createToastManager<{ action?: ToastAction }>>;

function latch<T>(): [opened: Promise<T>, open: (value: T) => void] {
  let open = (_value: T): void => undefined;
  const opened = new Promise<T>((resolve) => {
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
  const timeout = tone === 'error' ? 0 : (action?.lifetimeMs ?? LIFETIME_MS);
  requestToaster();
  void manager.then(({ add }) =>
    add({ id: message, type: tone, description: message, timeout, data: action ? { action } : {} }),
  );
  return message;
}

export function closeToast(id: string): void {
  void manager.then(({ close }) => close(id));
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
