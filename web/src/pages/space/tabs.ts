import type { SpaceTab } from '#paths.ts';

export const TABS: readonly { value: SpaceTab; label: string }[] = [
  { value: 'infos-tabs-simple', label: 'Mes infos' },
  { value: 'logo-tabs-simple', label: 'Mon Logo' },
  { value: 'mesERP-tabs-simple', label: 'Mes Etats des Risques' },
  { value: 'credits-tabs-simple', label: 'Mon solde' },
  { value: 'factures-tabs-simple', label: 'Mes factures' },
];
