import { expect, it } from 'vitest';
import { SCREENS } from '@clairisque/contract/page-views.ts';
import { paths } from '#paths.ts';
import { publicPath } from './public-path.ts';

it.each([
  ['/', '', '/'],
  ['/Tarifs', '?utm_source=lettre', '/Tarifs'],
  ['/tarifs/', '', '/Tarifs'],
  ['/realisation_erp', '?adresse=12%20rue%20de%20la%20Paix', '/realisation_erp'],
  ['/myspace/', '?tab=mesERP-tabs-simple&ville=Nantes', '/myspace?tab=mesERP-tabs-simple'],
  ['/myspace', '?tab=un%20nom', '/myspace'],
  ['/activate/MQ/d3f1c', '', '/activate/*'],
  ['/password-reset-confirmation/MQ/d3f1c', '', '/password-reset-confirmation/*'],
  ['/remise/3vJ-secret', '', '/remise/*'],
  ['/remise/3vJ-secret/etat', '', '/remise/*'],
  ['/etat/12', '', '/etat/*'],
  ['/verification', '', '/verification'],
  ['/verification/ERP-2026-000123', '', '/verification/*'],
  ['/agenda/3vJ-secret.ics', '', '/*'],
  ['/activate/MQ', '', '/*'],
])('%s%s → %s', (pathname, search, expected) => {
  expect(publicPath(pathname, search)).toBe(expected);
});

it('the site’s screens and those counted by the server are the same', () => {
  const screens = Object.values(paths).map((pattern) => publicPath(pattern.replaceAll(/:\w+/g, 'x'), ''));
  const counted = Object.keys(SCREENS).filter((path) => !path.includes('?'));
  expect(new Set(counted)).toEqual(new Set(screens));
});
