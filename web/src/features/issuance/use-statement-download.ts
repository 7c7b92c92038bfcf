import { statementFileName } from '@clairisque/contract/common/file-name.ts';
import { downloadStatement } from '@clairisque/contract/documents.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { LONG_TIMEOUT_MS } from '#lib/api.ts';
import { setCookie } from '#lib/cookies.ts';
import { callBlob, saveFile } from '#lib/download.ts';
import type { Draft } from '#features/drafts/draft.ts';

/** Prescribed: the notice is hidden after 2 s, whatever the download does. */
const NOTICE_MS = 2000;

/** Downloads the PDF once on arrival, then at each `start`. The caller handles a failure. */
export function useStatementDownload({ erpId, adresse }: Draft, onFailure: (error: unknown) => void) {
  const [isLoading, setLoading] = useState(false);
  const [isNoticeShown, setNoticeShown] = useState(false);

  async function start() {
    setLoading(true);
    setNoticeShown(true);
    try {
      const params = { erp_id: String(erpId) };
      const file = await callBlob(downloadStatement, { params, timeoutMs: LONG_TIMEOUT_MS });
      const name = statementFileName({ id: erpId, adresse });
      saveFile(file, name);
      // A PDF does not fit into the prescribed cookie; its name does.
      setCookie('erp_pdf', name);
      setLoading(false);
    } catch (error) {
      onFailure(error);
    }
  }

  useEffect(() => {
    if (!isNoticeShown) return;
    const timer = window.setTimeout(() => setNoticeShown(false), NOTICE_MS);
    return () => window.clearTimeout(timer);
  }, [isNoticeShown]);

  const hasStarted = useRef(false);
  const startOnce = useEffectEvent(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void start();
  });
  useEffect(() => startOnce(), []);

  return { start, isLoading, isNoticeShown };
}
