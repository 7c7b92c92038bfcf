import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './banner.module.css';

type Tone = 'info' | 'success' | 'warning' | 'error';
const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert };

type BannerProps = {
  tone?: Tone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** `alert` or `status` when the banner appears after a user's action. */
  role?: 'alert' | 'status';
  /** Appears after a user's action: an alert for an error, otherwise a status. */
  live?: boolean;
};

/** A message in the flow of the page. */
export function Banner({ tone = 'info', title, children, action, role, live = false }: BannerProps) {
  const Icon = ICONS[tone];
  const liveRole = tone === 'error' ? 'alert' : 'status';
  return (
    <div className={styles.banner} data-tone={tone} role={live ? liveRole : role}>
      <Icon aria-hidden="true" className={styles.icon} />
      <div className={styles.body}>
        <div className={styles.text}>
          {title && <p className={styles.title}>{title}</p>}
          {children && <div>{children}</div>}
        </div>
        {action}
      </div>
    </div>
  );
}
