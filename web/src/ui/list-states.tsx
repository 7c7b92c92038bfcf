import type { ReactNode } from 'react';
import { Banner } from './banner.tsx';
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

type QueryListProps<Item> = {
  query: {
    data: readonly Item[] | undefined;
    isError: boolean;
    isRefetchError: boolean;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** « Chargement de vos clés… » */
  loading: string;
  /** « Vos clés n’ont pas pu être chargées. » */
  failed: string;
  /** Shown in place of a list without items. */
  empty?: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
};

/** A list that is loading, shown, empty, or failed with a retry; a failed refresh leaves it as it is. */
export function QueryList<Item>({ query, loading, failed, empty, children }: QueryListProps<Item>) {
  const { data, isError, isRefetchError, isFetching, refetch } = query;
  return (
    <>
      {data && (data.length > 0 ? children(data) : empty)}
      {!data && !isError && <ListLoading label={loading} />}
      {isError && !isRefetchError && (
        <Banner
          tone="error"
          role="alert"
          title={failed}
          action={
            <Button variant="secondary" loading={isFetching} onClick={() => void refetch()}>
              Réessayer
            </Button>
          }
        />
      )}
    </>
  );
}
