import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

type Compose = { services: Record<string, { logging?: { options: Record<string, string> } }> };
const services = (file: string): Compose['services'] =>
  (parse(readFileSync(`deploy/${file}`, 'utf8'), { merge: true }) as Compose).services;

it('Docker’s log files are bounded, and where the collector reads them', () => {
  const { logs, ...ours } = services('logs/compose.yaml');
  expect(Object.keys(ours).toSorted()).toEqual(Object.keys(services('compose.yaml')).toSorted());
  for (const { logging } of [logs, ...Object.values(ours)].map((one) => one ?? {})) {
    expect(logging).toMatchObject({ driver: 'json-file', options: { 'max-size': '50m', 'max-file': '5' } });
  }
});
