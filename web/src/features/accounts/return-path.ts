import { matchPath } from 'react-router';
import { paths } from '#paths.ts';

/** What a visitor came for, by screen. No other screen is returned to: a link must not choose where a sign-in leads. */
const WANTED: readonly [pattern: string, what: string][] = [
  [paths.apiKeys, 'vos clés d’API'],
  [paths.webhooks, 'vos webhooks'],
  [paths.batches, 'vos imports'],
  [paths.batch, 'cet import'],
  [paths.document, 'cet état des risques'],
  [paths.followUp, 'cet état des risques'],
  [paths.completion, 'cet état des risques'],
];

/** What the login page was asked for by its query; null when nothing, or when it is not one of our screens. */
export function wantedFrom(search: string): { path: string; what: string } | null {
  const path = new URLSearchParams(search).get('retour') ?? '';
  const what = WANTED.find(([pattern]) => matchPath(pattern, path) !== null)?.[1];
  return what === undefined || !/^\/[\w/-]+$/.test(path) || path.startsWith('//') ? null : { path, what };
}
