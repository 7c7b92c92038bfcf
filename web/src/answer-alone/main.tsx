import '#ui/base.css';
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { AnswerPage } from '#features/questions/answer-page.tsx';
import { LinkFailure, openedBy, openLink } from '#features/questions/link-calls.ts';
import type { FirstAnswer } from '#features/questions/use-link.ts';
import { watchKeyboard } from '#lib/focus.ts';
import { onIdle } from '#lib/later.ts';
import { AloneFrame } from './frame.tsx';
import { takeOver } from './take-over.ts';

/**
 * `/questions/:jeton` as the server sends it: the page without the application, for a phone on a slow network. Without
 * router, contract's schemas, cookies or audience; its fonts come last, and its first screen before the code.
 */
function Alone({ token, first }: { token: string; first: FirstAnswer }) {
  useEffect(() => {
    document.getElementById('stopped')?.setAttribute('hidden', '');
    return onIdle(() => import('./fonts.ts'));
  }, []);
  return (
    <AloneFrame>
      <AnswerPage token={token} first={first} />
    </AloneFrame>
  );
}

const container = document.getElementById('root');
if (!container) throw new Error('the page has no #root');
watchKeyboard();
const token = tokenOf(window.location.pathname);
const first = await firstAnswer();
takeOver(token, () => flushSync(() => createRoot(container).render(<Alone token={token} first={first} />)));

/** What `ask-early.ts` asked for, else asked for now. */
async function firstAnswer(): Promise<FirstAnswer> {
  const early: unknown = Reflect.get(window, 'questionsAsked');
  try {
    return await (early instanceof Promise ? openedBy(early as Promise<Response>) : openLink(token));
  } catch (error) {
    return error instanceof LinkFailure ? error : new LinkFailure(null);
  }
}

/** Malformed, it opens nothing. */
function tokenOf(pathname: string): string {
  try {
    return decodeURIComponent(pathname.split('/')[2] ?? '');
  } catch {
    return 'illisible';
  }
}
