import type { PrintedStatement, ReadableDocument } from '@clairisque/contract/common/printed-document.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { retryHint } from '#features/accounts/refusal.ts';
import { MessagePage } from '#ui/message-page.tsx';
import { ApiFailure } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { Button } from '#ui/button.tsx';
import { LoadingNotice, Skeleton } from '#ui/skeleton.tsx';
import { DocumentView, type PdfDownload } from './document-view.tsx';
import styles from './document.module.css';

type DocumentStatesProps = {
  query: UseQueryResult<ReadableDocument>;
  download: (document: PrintedStatement, isShort: boolean) => PdfDownload;
  /** Link for a page without a document. */
  wayOut: ReactNode;
};

export function DocumentStates({ query, download, wayOut }: DocumentStatesProps) {
  if (query.data) {
    const { document, est_courte: isShort = false } = query.data;
    return <DocumentView readable={query.data} download={download(document, isShort)} />;
  }
  if (query.isPending) return <Loading />;
  if (query.error instanceof ApiFailure && query.error.status === 404) {
    return (
      <MessagePage title="Ce document ne s’affiche pas ici" actions={wayOut}>
        <p>{refusalSentence(query.error) ?? 'Il n’existe pas, ou il n’est plus accessible.'}</p>
      </MessagePage>
    );
  }
  return (
    <MessagePage
      title="Le document ne s’affiche pas encore"
      actions={
        <Button loading={query.isFetching} onClick={() => void query.refetch()}>
          Réessayer
        </Button>
      }
    >
      <p role="alert">{retryHint(query.error) ?? 'Une erreur est survenue. Réessayez dans quelques minutes.'}</p>
    </MessagePage>
  );
}

function Loading() {
  return (
    <div className={`page ${styles.loading}`} aria-busy="true">
      <h1>État des risques</h1>
      <LoadingNotice>Ouverture du document…</LoadingNotice>
      <Skeleton height="12rem" />
      <Skeleton height="24rem" />
    </div>
  );
}
