import { Tabs } from '@base-ui/react/tabs';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ProfileTab } from '#features/profile/profile-tab.tsx';
import { ExpiryBadge } from '#features/reminders/expiry-badge.tsx';
import { useUserActivity } from '#lib/use-user-activity.ts';
import { onIdle, useDeferred } from '#lib/later.ts';
import { paths, type SpaceTab } from '#paths.ts';
import { LoadingNotice } from '#ui/skeleton.tsx';
import { useGuard } from '#lib/guard.ts';
import { ResumeBanner } from './resume-banner.tsx';
import styles from './space-page.module.css';
import { TABS } from './tabs.ts';

const loadLogo = async () => ({ default: (await import('#features/logo/logo-tab.tsx')).LogoTab });
const loadStatements = async () => ({
  default: (await import('#features/statements/statements-tab.tsx')).StatementsTab,
});
const loadCredits = async () => ({ default: (await import('#features/credits/credits-tab.tsx')).CreditsTab });
const loadInvoices = async () => ({ default: (await import('#features/invoices/invoices-tab.tsx')).InvoicesTab });
// The first tab does without its code.
const Overview = lazy(async () => ({ default: (await import('./overview.tsx')).Overview }));
const LogoTab = lazy(loadLogo);
const StatementsTab = lazy(loadStatements);
const CreditsTab = lazy(loadCredits);
const InvoicesTab = lazy(loadInvoices);

/** Time to read the first tab. */
const PATIENCE_MS = 8_000;

/** Preloads the other tabs; a tab whose code failed to load says so when it is opened. */
function TabPreloader() {
  const isUserActive = useUserActivity(PATIENCE_MS);
  useEffect(
    () => (isUserActive ? onIdle(loadStatements, loadCredits, loadInvoices, loadLogo) : undefined),
    [isUserActive],
  );
  return null;
}

export function SpacePage() {
  useGuard();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const asked = query.get('tab');
  const tab = TABS.find(({ value }) => value === asked)?.value ?? 'infos-tabs-simple';

  // With its path: a query alone would land on the screen to which an ended session is being sent.
  const open = (value: SpaceTab) =>
    void navigate({ pathname: paths.mySpace, search: `?tab=${value}` }, { preventScrollReset: true });

  const isOpened = useDeferred();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = list.current?.querySelector(`[data-tab=${tab}]`);
    if (!list.current || !shown) return;
    // Also once its reader has turned the phone, or spaced the letters.
    const size = new ResizeObserver(() => showWhole(shown));
    for (const one of [list.current, shown]) size.observe(one);
    return () => size.disconnect();
  }, [tab]);

  return (
    <div className={`page ${styles.page}`}>
      <div className={styles.top}>
        <h1>Mon espace</h1>
        <ResumeBanner />
        <div className={styles.overview}>
          <Suspense>
            <Overview />
          </Suspense>
        </div>
      </div>
      <TabPreloader />
      <Tabs.Root value={tab} onValueChange={open}>
        <Tabs.List
          ref={list}
          className={styles.list}
          aria-label="Mon espace"
          onFocus={({ target }) => showWhole(target)}
        >
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value} data-tab={value} className={styles.tab}>
              {label}
              {value === 'mesERP-tabs-simple' && <ExpiryBadge />}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel key={tab} value={tab} className={styles.panel}>
          {isOpened && (
            // A new boundary: an older one would keep the empty panel while its code loads.
            <Suspense fallback={<LoadingNotice>Chargement de l’onglet…</LoadingNotice>}>
              <Panel tab={tab} />
            </Suspense>
          )}
        </Tabs.Panel>
      </Tabs.Root>
    </div>
  );
}

/** In the middle of its line, which scrolls on a phone. */
function showWhole(tab: Element): void {
  const line = tab.parentElement;
  if (line !== null) line.scrollLeft += middleOf(tab) - middleOf(line);
}

function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}

function Panel({ tab }: { tab: SpaceTab }) {
  switch (tab) {
    case 'infos-tabs-simple':
      return <ProfileTab />;
    case 'mesERP-tabs-simple':
      return <StatementsTab />;
    case 'credits-tabs-simple':
      return <CreditsTab />;
    case 'factures-tabs-simple':
      return <InvoicesTab />;
    case 'logo-tabs-simple':
      return <LogoTab />;
  }
}
