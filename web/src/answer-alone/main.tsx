import '#ui/base.css';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { AnswerPage } from '#features/questions/answer-page.tsx';
import { watchKeyboard } from '#lib/keyboard-use.ts';
import { onIdle } from '#lib/on-idle.ts';
import { AloneFrame } from './frame.tsx';

/**
 * `/questions/:jeton` as the server sends it: the page without the application, for a phone on a slow network. Without
 * router, contract's schemas, cookies or audience; its fonts come last.
 */
function Alone({ token }: { token: string }) {
  useEffect(() => {
    document.getElementById('stopped')?.setAttribute('hidden', '');
    return onIdle(() => import('./fonts.ts'));
  }, []);
  return (
    <AloneFrame>
      <AnswerPage token={token} />
    </AloneFrame>
  );
}

const container = document.getElementById('root');
if (!container) throw new Error('the page has no #root');
watchKeyboard();
createRoot(container).render(<Alone token={tokenOf(window.location.pathname)} />);

/** Malformed, it opens nothing. */
function tokenOf(pathname: string): string {
  try {
    return decodeURIComponent(pathname.split('/')[2] ?? '');
  } catch {
    return 'illisible';
  }
}
