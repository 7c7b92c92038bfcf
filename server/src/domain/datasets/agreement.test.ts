import { expect, it } from 'vitest';
import type { Fact, FactName } from '#domain/risks/facts.ts';
import { agreementOf } from './agreement.ts';

const provenance = {
  source: '',
  label: '',
  attribution: '',
  licence: '',
  url: null,
  obtainedAt: '2026-01-01T00:00:00Z',
};
const obtained = (value: unknown): Fact<unknown> => ({ state: 'obtained', value, provenance });
const plan = (gasparId: string, status: string, name = '') => ({ gasparId, status, name });
const silent: Fact<unknown> = { state: 'not-obtained', reason: 'timeout', provenance };

it.each<[FactName, [local: Fact<unknown>, live: Fact<unknown>], string]>([
  ['radon', [obtained({ potential: 3, isMixed: true }), obtained({ potential: 3 })], 'agree'],
  ['radon', [obtained({ potential: 3 }), obtained({ potential: 1 })], 'differ'],
  ['radon', [obtained({ potential: 3 }), silent], 'unanswered'],
  ['pprn', [obtained([plan('A', 'approved', 'Un')]), obtained([plan('A', 'approved', 'un')])], 'agree'],
  ['pprn', [obtained([plan('A', 'approved')]), obtained([plan('A', 'prescribed')])], 'differ'],
  ['pprn', [obtained([]), obtained([plan('A', 'approved')])], 'differ'],
  ['casias', [obtained([{ id: '1', status: 'x' }, { id: '2' }]), obtained([{ id: '2' }, { id: '1' }])], 'agree'],
  ['brushClearing', [obtained(null), obtained(null)], 'agree'],
  ['brushClearing', [obtained(null), obtained({ departement: '13' })], 'differ'],
])('%s: %#', (name, [local, live], expected) => {
  expect(agreementOf(name, local, live)).toBe(expected);
});
