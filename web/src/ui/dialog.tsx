import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import styles from './dialog.module.css';
import { IconButton } from './button.tsx';

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Focus target on closing, when the opener may be gone: an element, or true for the opener. */
  finalFocus?: () => HTMLElement | null | true;
};

/** A field to type in; the hidden user name that a password manager reads is none. */
const FIELD = ':is(input, select, textarea):not([type=hidden], [hidden], :disabled)';

/** Where a dialog opens: on its first field at fault, else on its first field, or on its title (`tabIndex={-1}`) when it has none. */
export function useOpeningFocus() {
  const popup = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const initialFocus = () =>
    popup.current?.querySelector<HTMLElement>('[aria-invalid=true]') ??
    popup.current?.querySelector<HTMLElement>(FIELD) ??
    title.current;
  return { popup, title, initialFocus };
}

/**
 * Modal dialog: focus starts on its first field, that at fault if any, stays inside and returns on closing; Escape, the backdrop and
 * « Fermer » close it.
 */
export function Dialog({ open, onOpenChange, title, description, children, finalFocus }: DialogProps) {
  const { popup, title: heading, initialFocus } = useOpeningFocus();
  return (
    <BaseDialog.Root open={open} onOpenChange={onOpenChange}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup ref={popup} className={styles.popup} initialFocus={initialFocus} finalFocus={finalFocus}>
          <BaseDialog.Close render={<IconButton label="Fermer" className={styles.close} />}>
            <X aria-hidden="true" />
          </BaseDialog.Close>
          <BaseDialog.Title ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </BaseDialog.Title>
          {description && <BaseDialog.Description className={styles.description}>{description}</BaseDialog.Description>}
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

type AlertDialogProps = Omit<DialogProps, 'onOpenChange' | 'children' | 'finalFocus'> & {
  /** Absent when only a button closes it: Escape and the backdrop then do nothing. */
  onDismiss?: () => void;
  /** Buttons, the most harmless first: it takes the focus. */
  actions: ReactNode;
};

/** `role="alertdialog"`: requires a decision. A click on the backdrop never chooses. */
export function AlertDialog({ open, onDismiss, title, description, actions }: AlertDialogProps) {
  return (
    <BaseAlertDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onDismiss?.()}>
      <BaseAlertDialog.Portal>
        <BaseAlertDialog.Backdrop className={styles.backdrop} />
        <BaseAlertDialog.Popup className={styles.popup}>
          <BaseAlertDialog.Title className={styles.title}>{title}</BaseAlertDialog.Title>
          {description && (
            <BaseAlertDialog.Description className={styles.description}>{description}</BaseAlertDialog.Description>
          )}
          <div className={styles.actions}>{actions}</div>
        </BaseAlertDialog.Popup>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  );
}
