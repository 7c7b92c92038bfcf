import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectDefaultMetrics } from 'prom-client';
import { expect, it } from 'vitest';
import { CHECK_METRICS } from '#tools/nightly-check.ts';
import { createDb } from '#platform/db/db.ts';
import { createMetrics } from './metrics.ts';
import { watchState } from './metrics-state.ts';

const FOLDER = join(import.meta.dirname, '../../../../deploy/observability');
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

/** A new process as Prometheus sees it. */
async function exposed(): Promise<Map<string, string>> {
  const metrics = createMetrics();
  const db = createDb({ url: 'postgres://nobody@127.0.0.1:1/none', poolSize: 1, onError: () => undefined });
  watchState(metrics, db, () => undefined);
  collectDefaultMetrics({ register: metrics.registry });
  const all = await metrics.registry.getMetricsAsJSON();
  await db.destroy();
  return new Map(all.map(({ name, type }) => [name, String(type)]));
}

it('dashboards and alert rules name existing metrics, and show all of ours', async () => {
  const metrics = await exposed();
  const rules = read('alerts.yml') + read('dashboard.json');
  const named = new Set(rules.match(/\b(?:clairisque|nodejs|process)_\w+/g));
  const written: string[] = Object.values(CHECK_METRICS);
  const known = (name: string): boolean =>
    written.includes(name) ||
    metrics.has(name) ||
    metrics.get(name.replace(/_(?:bucket|count|sum)$/, '')) === 'histogram';
  expect([...named].filter((name) => !known(name))).toEqual([]);
  const unseen = [...metrics.keys()].filter((name) => name.startsWith('clairisque_') && !rules.includes(name));
  expect(unseen).toEqual([]);
});

it('every alert has its paragraph in the runbook, and every paragraph its alert', () => {
  const alerts = [...read('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const linked = [...read('alerts.yml').matchAll(/runbook\.md#(\w+)/g)].map(([, anchor]) => anchor);
  const paragraphs = [...read('runbook.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(alerts.length).toBeGreaterThan(20);
  expect(paragraphs).toEqual(alerts);
  expect(linked).toEqual(alerts.map((name) => name?.toLowerCase()));
});

it('no label is free text: each has a closed list of values', () => {
  const source = ['metrics.ts', 'metrics-state.ts'].map((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  );
  const labels = source.join('').match(/(?:labels: |', )\[([^\]]*)\]/g) ?? [];
  const allowed =
    'against from gate kind method of outcome priority result route source state status step task template verb'.split(
      ' ',
    );
  const used = new Set(labels.flatMap((list) => [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name)));
  expect([...used].filter((name) => !allowed.includes(name ?? ''))).toEqual([]);
  expect(globSync('*.json', { cwd: FOLDER })).toEqual(['dashboard.json']);
});
