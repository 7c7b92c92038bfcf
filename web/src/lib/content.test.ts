import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '@clairisque/contract/common/route.ts';
import { describe, expect, it } from 'vitest';
import { answerOf, ApiFailure } from './api.ts';
import { isPage } from './content.ts';
import { isFileOf } from './download.ts';

const WEB = join(import.meta.dirname, '..');
const CONTRACT = join(import.meta.dirname, '../../../contract/src');
const PAGE = '<!doctype html><html><title>Wi-Fi</title><p>Acceptez les conditions</p></html>';

/** Every call of the contract, as our server describes it and as the screens read it. */
async function everyCall(): Promise<[name: string, call: Route][]> {
  const files = [
    ...globSync('*.ts', { cwd: CONTRACT, exclude: ['*.test.ts'] }).map((file) => join(CONTRACT, file)),
    ...globSync('responses/*.ts', { cwd: WEB, exclude: ['**/*.test.ts'] }).map((file) => join(WEB, file)),
  ];
  const modules = await Promise.all(files.map((file) => import(file) as Promise<Record<string, unknown>>));
  return modules.flatMap((module) => Object.entries(module).filter((one): one is [string, Route] => isRoute(one[1])));
}

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'config' in value && 'url' in value && 'method' in value;

async function outcome(call: Route, status: number, body: string | null): Promise<string> {
  try {
    await answerOf(call, new Response(body, { status }));
    return 'success';
  } catch (error) {
    return error instanceof ApiFailure ? 'refused' : String(error);
  }
}

describe('a success holds what was asked for', async () => {
  const calls = await everyCall();

  it('no call of the contract takes a page, or an empty 200, for a success', async () => {
    expect(calls.length).toBeGreaterThan(120);
    for (const [name, call] of calls)
      for (const body of [PAGE, `\n${PAGE}`, '', 'OK', '{'])
        expect([name, await outcome(call, 200, body)]).toEqual([name, 'refused']);
  });

  it('a call without content takes an empty 204, and JSON', async () => {
    const empty = calls.filter(([, { schema }]) => schema.response[204]?.def.type === 'null');
    expect(empty.length).toBeGreaterThan(15);
    for (const [name, call] of empty) {
      expect([name, await outcome(call, 204, null)]).toEqual([name, 'success']);
      expect([name, await outcome(call, 200, '{}')]).toEqual([name, 'success']);
    }
  });

  it('no file of the contract is a page', async () => {
    const files = calls.filter(([, { config }]) => config.produces !== undefined);
    expect(files.length).toBeGreaterThan(10);
    for (const [name, call] of files)
      for (const body of [PAGE, ` \r\n${PAGE}`, ''])
        expect([name, await isFileOf(call, new Blob([body]))]).toEqual([name, false]);
  });

  it.each([
    ['application/pdf', '%PDF-1.7', true],
    ['application/pdf', '{"detail":"Non."}', false],
    ['application/zip', 'PK\u0003\u0004', true],
    ['application/zip', 'adresse;statut', false],
    ['application/geo+json', '{"type":"FeatureCollection"}', true],
    ['text/csv', '\uFEFFadresse;statut', true],
    ['application/octet-stream', '\u0089PNG', true],
  ])('%s that begins with %j → %j', async (produces, content, isRead) => {
    const call: Route = { method: 'GET', url: '/', config: { access: 'none', produces }, schema: { response: {} } };
    expect(await isFileOf(call, new Blob([content]))).toBe(isRead);
  });

  it('a page is known by its media type too, for what is read as it arrives', () => {
    expect(isPage(new Headers({ 'content-type': 'Text/HTML; charset=utf-8' }))).toBe(true);
    expect(isPage(new Headers({ 'content-type': 'text/event-stream' }))).toBe(false);
    expect(isPage(new Headers())).toBe(false);
  });

  it('only these files talk to the network, so that no screen reads a response by itself', () => {
    const talkers = globSync('**/*.{ts,tsx}', { cwd: WEB, exclude: ['**/*.test.ts', 'pages/developers/snippets/**'] })
      .filter((file) => /(?<![\w.])fetch\(|new XMLHttpRequest/.test(readFileSync(join(WEB, file), 'utf8')))
      .map((file) => file.replaceAll('\\', '/'));
    expect(talkers.sort()).toEqual([
      // The page of a link, before its code and alone: what is no JSON is a failure.
      'answer-alone/ask-early.ts',
      'features/questions/link-calls.ts',
      'lib/api.ts',
      // Suggests nothing for what is no JSON.
      'lib/home-suggestions.ts',
      // Whether it succeeds does not matter.
      'lib/post-quietly.ts',
      'lib/session.ts',
      'lib/upload.ts',
      'offline/service-worker.ts',
      // Shows the exchange itself.
      'pages/developers/use-trial.ts',
      // Whether the site answers at all.
      'prerender/boot.ts',
    ]);
  });
});
