import '#lib/zod-without-eval.ts';
import './ui/fonts.css';
import './ui/base.css';
import { startTransition, useEffect, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { hasKeptState } from '#lib/cookies.ts';
import { watchKeyboard } from '#lib/focus.ts';
import { yieldToMain } from '#lib/yield-to-main.ts';
import { startOffline } from './offline/start.ts';
import { App } from './app.tsx';
import { enableControls } from './prerender/disable-until-hydrated.ts';
import { routes } from './routes.tsx';

const container = document.getElementById('root');
const isPrerendered = container?.hasChildNodes() ?? false;
const { pathname: prerenderedPath } = window.location;
watchKeyboard();

// Separate tasks: a phone stays responsive between evaluation, start and first render.
await yieldToMain();
const router = createBrowserRouter(routes);
await yieldToMain();
const app = (
  <AfterHydration>
    <App>
      <RouterProvider router={router} />
    </App>
  </AfterHydration>
);
// A prerendered page stays until the code of its screen is loaded.
if (isPrerendered) whenReady(() => show(isAsPrerendered()));
else show(false);
startOffline();

function show(overPrerendered: boolean): void {
  if (!container) throw new Error('index.html has no #root');
  // A transition works in slices of some milliseconds: the prerendered page still scrolls, and its links work.
  startTransition(() => {
    if (overPrerendered) hydrateRoot(container, app);
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

/**
 * Pages are prerendered for a new visitor at the bare URL. For anyone else, and after an error, the screen is rendered
 * anew, in one frame.
 */
function isAsPrerendered(): boolean {
  const { location, errors } = router.state;
  const isBare = location.pathname === prerenderedPath && location.search === '' && location.state === null;
  return isBare && errors === null && !hasKeptState() && !container?.hasAttribute('data-sketch');
}

/** Ends what the prerendered page did in place of the application. */
function AfterHydration({ children }: { children: ReactNode }) {
  useEffect(() => {
    enableControls();
    document.documentElement.removeAttribute('data-answered');
    document.getElementById('stopped')?.setAttribute('hidden', '');
  }, []);
  return children;
}
