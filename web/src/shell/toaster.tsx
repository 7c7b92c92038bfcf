import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { closeToast, onToastsChange, readToasts, type Toast } from '#lib/toasts.ts';
import { Button, IconButton } from '#ui/button.tsx';
import styles from './toaster.module.css';

const LIFETIME_MS = 8_000;

/** Mounted once, by the shell. Show a toast with `showToast` of `#lib/toasts.ts`. */
export function Toaster() {
  const toasts = useSyncExternalStore(onToastsChange, readToasts, readToasts);
  return (
    <section className={styles.toaster} aria-label="Notifications">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  const leaves = toast.tone === 'success' && !isHeld;
  useEffect(() => {
    if (!leaves) return;
    const timer = window.setTimeout(() => closeToast(toast.id), LIFETIME_MS);
    return () => window.clearTimeout(timer);
  }, [leaves, toast.id]);

  const Icon = toast.tone === 'error' ? CircleAlert : CircleCheck;
  return (
    <div
      role={toast.tone === 'error' ? 'alert' : 'status'}
      className={styles.toast}
      data-tone={toast.tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon aria-hidden="true" className={styles.icon} />
      <p className={styles.message}>{toast.message}</p>
      {toast.action && (
        <Button variant="quiet" onClick={toast.action.onSelect}>
          {toast.action.label}
        </Button>
      )}
      <IconButton label="Fermer" onClick={() => closeToast(toast.id)}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}
