import { expect, it } from 'vitest';
import { SCREENS } from '@clairisque/contract/page-views.ts';
import type { RouteObject } from 'react-router';
import { paths } from '#paths.ts';
import { publicPath } from './post-quietly.ts';
import { routes } from '#routes.tsx';

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
  // A page of its own, which sends no view (decision 0018).
  const { askedQuestions, ...ofTheSite } = paths;
  expect(publicPath(askedQuestions.replaceAll(/:\w+/g, 'x'), '')).toBe('/questions/*');
  const screens = Object.values(ofTheSite).map((pattern) => publicPath(pattern.replaceAll(/:\w+/g, 'x'), ''));
  const counted = Object.keys(SCREENS).filter((path) => !path.includes('?'));
  expect(new Set(counted)).toEqual(new Set(screens));
});

it('the title under which a screen is counted is its document’s', () => {
  const all = (list: RouteObject[]): RouteObject[] => list.flatMap((one) => [one, ...all(one.children ?? [])]);
  const titles = all(routes).flatMap(({ path, handle }) => {
    const title = (handle as { title?: unknown } | undefined)?.title;
    const screen = path?.startsWith('/') ? publicPath(path.replaceAll(/:\w+/g, 'x'), '') : '/*';
    // A title of its parameters, a resource of the API for instance, is one of many: they are counted together.
    return typeof title !== 'string' || screen === '/*' ? [] : [[path, SCREENS[screen], title] as const];
  });
  expect(titles.length).toBeGreaterThan(30);
  // Both are of one hand-over: one secret, one count.
  for (const [path, counted, title] of titles.filter(([one]) => one !== paths.handedOverDocument))
    expect([path, counted]).toEqual([path, title]);
});
