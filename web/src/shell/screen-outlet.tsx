import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { pause } from '#lib/yield-to-main.ts';
import { sendPageView } from '#lib/page-views.ts';
import { publicPath } from '#lib/public-path.ts';

/** The screen of the URL, counted once it is shown; a URL that redirects is not. */
export function ScreenOutlet() {
  const { pathname, search } = useLocation();
  const chemin = publicPath(pathname, search);
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (told.current === chemin) return;
    told.current = chemin;
    void pause().then(() => sendPageView({ chemin }));
  }, [chemin]);
  return <Outlet />;
}
