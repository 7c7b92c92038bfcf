import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect } from 'react';
import { startToasts, type ToastAction, type ToastManager } from '#lib/toasts.ts';
import { Button, IconButton } from '#ui/button.tsx';
import styles from './toaster.module.css';

const toastManager: ToastManager = Toast.createToastManager();

/** Mounted once, by the shell. Show a toast with `showToast` of `#lib/toasts.ts`. */
export function Toaster() {
  useEffect(() => startToasts(toastManager), []);
  return (
    <Toast.Provider toastManager={toastManager} limit={Infinity}>
      <ToastList />
    </Toast.Provider>
  );
}

/** The newest last. Each toast is a live region itself. */
function ToastList() {
  const { toasts, close } = Toast.useToastManager<{ action?: ToastAction }>();
  return (
    <Toast.Viewport className={styles.toaster} aria-live="off">
      {toasts.toReversed().map((toast) => {
        const isError = toast.type === 'error';
        const Icon = isError ? CircleAlert : CircleCheck;
        const action = toast.data?.action;
        return (
          <Toast.Root
            // A repeated sentence is announced again.
            key={`${toast.id} ${toast.updateKey}`}
            toast={toast}
            role={isError ? 'alert' : 'status'}
            aria-modal={undefined}
            className={styles.toast}
          >
            <Icon aria-hidden="true" className={styles.icon} />
            <p className={styles.message}>{toast.description}</p>
            {action && (
              <Button variant="quiet" onClick={action.onSelect}>
                {action.label}
              </Button>
            )}
            <IconButton label="Fermer" onClick={() => close(toast.id)}>
              <X aria-hidden="true" />
            </IconButton>
          </Toast.Root>
        );
      })}
    </Toast.Viewport>
  );
}
