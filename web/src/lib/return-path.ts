import { matchPath } from 'react-router';
import { paths } from '#paths.ts';

const NAME = 'retour';

/** What a visitor came for, by screen. No other screen is returned to: a link must not choose where a sign-in leads. */
const WANTED: readonly [pattern: string, what: string][] = [
  [paths.apiKeys, 'vos clés d’API'],
  [paths.webhooks, 'vos webhooks'],
  [paths.batches, 'vos imports'],
  [paths.batch, 'cet import'],
  [paths.document, 'cet état des risques'],
];

/** The login page, which says why and leads back. */
export function loginFor(pathname: string): string {
  return `${paths.login}?${new URLSearchParams({ [NAME]: pathname })}`;
}

/** What the login page was asked for by its query; null when nothing, or when it is not one of our screens. */
export function wantedFrom(search: string): { path: string; what: string } | null {
  const path = new URLSearchParams(search).get(NAME) ?? '';
  const what = WANTED.find(([pattern]) => matchPath(pattern, path) !== null)?.[1];
  return what === undefined || !/^\/[\w/-]+$/.test(path) || path.startsWith('//') ? null : { path, what };
}
