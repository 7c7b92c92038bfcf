import { useId, type ComponentProps, type ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './button.module.css';
import { Spinner } from './progress-bar.tsx';

/** `refusal` cancels something that can be started again; `danger` destroys. */
type ButtonVariant = 'primary' | 'secondary' | 'refusal' | 'danger' | 'quiet';
type Size = 'normal' | 'large';

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  variant?: ButtonVariant;
  size?: Size;
  /**
   * Shows a spinner and ignores clicks; the label stays, so that the width does not change. Such a button treats a
   * double click as one: the second click may come before the page shows that the first is running.
   */
  loading?: boolean;
  /** Why the button is disabled. Shown under it; the button stays focusable so that every user can read it. */
  disabledReason?: string | undefined;
  /** Inactive without an explanation: only when the page already gives it next to the button. */
  disabled?: boolean;
  /** Called for a click on the inactive button: to show what is missing. */
  onInertClick?: (() => void) | undefined;
  icon?: ReactNode;
};

export function Button({ disabledReason, ...props }: ButtonProps) {
  const reasonId = useId();
  if (disabledReason === undefined) return <PlainButton {...props} />;
  const descriptions = [props['aria-describedby'], reasonId].filter(Boolean).join(' ');
  return (
    <span className={styles.explained}>
      <PlainButton {...props} disabled aria-describedby={descriptions} />
      <span id={reasonId} className={styles.reason}>
        {disabledReason}
      </span>
    </span>
  );
}

/** Inactive buttons keep the keyboard focus: `aria-disabled`, not `disabled`. A submit button then submits nothing. */
function PlainButton({
  variant = 'primary',
  size = 'normal',
  loading,
  disabled = false,
  icon,
  children,
  onClick,
  onInertClick,
  className,
  ...rest
}: Omit<ButtonProps, 'disabledReason'>) {
  const isInert = loading === true || disabled;
  const refuse: typeof onClick = (event) => {
    event.preventDefault();
    if (!loading) onInertClick?.();
  };
  const act: typeof onClick = (event) => {
    if (loading !== undefined && event.detail > 1) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={classes(variant, size, className)}
      aria-disabled={isInert || undefined}
      aria-busy={loading || undefined}
      onClick={isInert ? refuse : act}
    >
      {loading ? <Spinner /> : icon}
      {children}
    </button>
  );
}

type ButtonLinkProps = ComponentProps<typeof Link> & { variant?: ButtonVariant; size?: Size; icon?: ReactNode };

/** A link that looks like a button: for navigation, never for an action. */
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

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & {
  /** Accessible name, also the tooltip. */
  label: string;
  look?: 'quiet' | 'outlined';
};

/** A well-known icon, with a target large enough for a thumb. */
export function IconButton({ label, look = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      data-look={look}
      className={[styles.icon, className].filter(Boolean).join(' ')}
    />
  );
}
