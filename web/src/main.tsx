import '#lib/zod-without-eval.ts';
import './ui/base.css';
import { startTransition, useEffect, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { hasKeptState } from '#lib/cookies.ts';
import { pause } from '#lib/pause.ts';
import { startOffline } from './offline/start.ts';
import { App } from './app.tsx';
import { releaseControls } from './prerender/held-controls.ts';
import { routes } from './routes.tsx';

const container = document.getElementById('root');
const isPrinted = container?.hasChildNodes() ?? false;
const { pathname: printedPath } = window.location;

// Each in a task of its own: a phone answers between the code's evaluation, its start and its first drawing.
await pause();
const router = createBrowserRouter(routes);
await pause();
const app = (
  <Awake>
    <App>
      <RouterProvider router={router} />
    </App>
  </Awake>
);
// A printed page stays on show until the code of its screen is there.
if (isPrinted) whenReady(() => show(isAsPrinted()));
else show(false);
startOffline();

function show(overPrinted: boolean): void {
  if (!container) throw new Error('index.html has no #root');
  // As a transition, in slices of some milliseconds: the printed page scrolls, and its links work, meanwhile.
  startTransition(() => {
    if (overPrinted) hydrateRoot(container, app);
    else createRoot(container).render(app);
  });
}

function whenReady(start: () => void): void {
  if (router.state.initialized) return start();
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    start();
  });
}

/** Pages are printed for a newcomer at the bare address, who brings nothing from the page before. For anybody else, and when it breaks, the screen is drawn anew, in one frame. */
function isAsPrinted(): boolean {
  const { location, errors } = router.state;
  const isBare = location.pathname === printedPath && location.search === '' && location.state === null;
  return isBare && errors === null && !hasKeptState() && !container?.hasAttribute('data-sketch');
}

/** What a printed page did in the application's place is over. */
function Awake({ children }: { children: ReactNode }) {
  useEffect(() => {
    releaseControls();
    document.documentElement.removeAttribute('data-answered');
    document.getElementById('stopped')?.setAttribute('hidden', '');
  }, []);
  return children;
}
