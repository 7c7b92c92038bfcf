import { useId, type ComponentProps, type ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './button.module.css';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'quiet';
type Size = 'normal' | 'large';

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  variant?: ButtonVariant;
  size?: Size;
  /** Shows a spinner and ignores clicks; the label stays, so that the button keeps its width. */
  loading?: boolean;
  /** Why the button cannot be used now. Shown under it; the button stays focusable so that everybody can learn why. */
  disabledReason?: string | undefined;
  /** Inert without an explanation: keep it for what the page already says next to the button. */
  disabled?: boolean;
  icon?: ReactNode;
};

export function Button({
  variant = 'primary',
  size = 'normal',
  loading = false,
  disabledReason,
  disabled = false,
  icon,
  children,
  onClick,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const inert = loading || disabled || disabledReason !== undefined;
  const button = (
    <button
      {...rest}
      type={type}
      className={classes(variant, size, className)}
      aria-disabled={inert || undefined}
      aria-busy={loading || undefined}
      aria-describedby={disabledReason === undefined ? rest['aria-describedby'] : reasonId}
      onClick={(event) => {
        if (inert) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {loading ? <Spinner /> : icon}
      {children}
    </button>
  );
  if (disabledReason === undefined) return button;
  return (
    <span className={styles.explained}>
      {button}
      <span id={reasonId} className={styles.reason}>
        {disabledReason}
      </span>
    </span>
  );
}

type ButtonLinkProps = ComponentProps<typeof Link> & { variant?: ButtonVariant; size?: Size; icon?: ReactNode };

/** A link that looks like a button: for going somewhere, never for doing something. */
export function ButtonLink({
  variant = 'primary',
  size = 'normal',
  icon,
  children,
  className,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link {...rest} className={classes(variant, size, className)}>
      {icon}
      {children}
    </Link>
  );
}

function classes(variant: ButtonVariant, size: Size, more: string | undefined): string {
  return [styles.button, styles[variant], size === 'large' && styles.large, more].filter(Boolean).join(' ');
}
