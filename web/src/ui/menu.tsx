import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import styles from './menu.module.css';

/** A button that opens a list of actions, with arrow keys and Escape. `label` names the button. */
export function Menu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger render={<IconButton label={label} look="outlined" />}>
        <Ellipsis aria-hidden="true" />
      </BaseMenu.Trigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner className={styles.positioner} align="end" sideOffset={6} collisionPadding={16}>
          <BaseMenu.Popup className={styles.popup}>{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

export function MenuItem({ icon, onSelect, children }: { icon: ReactNode; onSelect: () => void; children: ReactNode }) {
  return (
    <BaseMenu.Item className={styles.item} onClick={onSelect}>
      {icon}
      {children}
    </BaseMenu.Item>
  );
}
