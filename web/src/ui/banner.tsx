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
  /** `alert` or `status` when the banner appears after something the user did. */
  role?: 'alert' | 'status';
  /** It appears after something the user did: an alert when it is an error, a status otherwise. */
  live?: boolean;
};

/** A message that belongs to the page, in its flow. */
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
