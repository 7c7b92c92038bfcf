import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './list-states.module.css';
import { LoadingNotice, Skeleton } from './skeleton.tsx';

/** While rows load: three placeholders of their height. */
export function ListLoading({ label }: { label: string }) {
  return (
    <div className={styles.loading}>
      <LoadingNotice>{label}</LoadingNotice>
      <Skeleton height="3.25rem" />
      <Skeleton height="3.25rem" />
      <Skeleton height="3.25rem" />
    </div>
  );
}

type ListEmptyProps = {
  /** « 0 / 0 rapport(s) », where the page shows none above. */
  count?: string;
  children: ReactNode;
  action: ReactNode;
};

/** An empty list: why, and the next step in one button. */
export function ListEmpty({ count, children, action }: ListEmptyProps) {
  return (
    <>
      {count && <p className={styles.count}>{count}</p>}
      <div className={styles.empty}>
        <p>{children}</p>
        {action}
      </div>
    </>
  );
}

/** For lists whose failures are only logged: no message, but a button to try again. */
export function ListFailed({ label, loading, onRetry }: { label: string; loading: boolean; onRetry: () => void }) {
  return (
    <div className={styles.empty}>
      <Button variant="secondary" loading={loading} onClick={onRetry}>
        {label}
      </Button>
    </div>
  );
}
