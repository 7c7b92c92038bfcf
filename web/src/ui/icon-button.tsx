import type { ComponentProps } from 'react';
import styles from './icon-button.module.css';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & {
  /** Its name: also shown under the pointer. */
  label: string;
  look?: 'quiet' | 'outlined';
};

/** A drawing that everybody knows, on a target for a thumb. */
export function IconButton({ label, look = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      data-look={look}
      className={[styles.button, className].filter(Boolean).join(' ')}
    />
  );
}
