import { Tabs } from '@base-ui/react/tabs';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { CreditsTab } from '#features/credits/credits-tab.tsx';
import { InvoicesTab } from '#features/invoices/invoices-tab.tsx';
import { LogoTab } from '#features/logo/logo-tab.tsx';
import { ProfileTab } from '#features/profile/profile-tab.tsx';
import { ExpiryBadge } from '#features/reminders/expiry-badge.tsx';
import { StatementsTab } from '#features/statements-list/statements-tab.tsx';
import type { SpaceTab } from '#paths.ts';

import { useGuard } from './guard.ts';
import { ResumeBanner } from './resume-banner.tsx';
import styles from './space-page.module.css';

const TABS: readonly { value: SpaceTab; label: string }[] = [
  { value: 'infos-tabs-simple', label: 'Mes infos' },
  { value: 'logo-tabs-simple', label: 'Mon Logo' },
  { value: 'mesERP-tabs-simple', label: 'Mes Etats des Risques' },
  { value: 'credits-tabs-simple', label: 'Mon solde' },
  { value: 'factures-tabs-simple', label: 'Mes factures' },
];

export function SpacePage() {
  useGuard();
  const [query, setQuery] = useSearchParams();
  const asked = query.get('tab');
  const tab = TABS.find(({ value }) => value === asked)?.value ?? 'infos-tabs-simple';

  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-tab=${tab}]`)?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [tab]);

  return (
    <div className="page">
      <h1>Mon espace</h1>
      <ResumeBanner />
      <Tabs.Root
        value={tab}
        onValueChange={(value: SpaceTab) => setQuery({ tab: value }, { preventScrollReset: true })}
      >
        <Tabs.List ref={list} className={styles.list} aria-label="Mon espace">
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value} data-tab={value} className={styles.tab}>
              {label}
              {value === 'mesERP-tabs-simple' && <ExpiryBadge />}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(({ value }) => (
          <Tabs.Panel key={value} value={value} className={styles.panel}>
            <Panel tab={value} />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </div>
  );
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
