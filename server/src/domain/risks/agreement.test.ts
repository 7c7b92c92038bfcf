import { describe, expect, it } from 'vitest';
import type { Place } from '#domain/geometry/place.ts';
import type { Fact, FactName } from '#domain/risks/facts.ts';
import { agreementOf, differencesOf } from './agreement.ts';

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
const site = (id: string, distanceMetres: number | null) => ({ id, distanceMetres });
const silent: Fact<unknown> = { state: 'not-obtained', reason: 'timeout', provenance };
const place: Place = { longitude: 3.5, latitude: 44.5, inseeCodes: ['48095'], communeName: '', parcels: [] };
const square = (longitude: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [longitude, 44.4],
      [longitude + 0.1, 44.4],
      [longitude + 0.1, 44.6],
      [longitude, 44.6],
      [longitude, 44.4],
    ],
  ],
});
const noiseZone = (zone: string, west: number) => ({ zone, aerodrome: 'LFNB', outline: square(west) });

describe('agreementOf', () => {
  it.each<[FactName, [local: Fact<unknown>, live: Fact<unknown>], string]>([
    ['radon', [obtained({ potential: 3, isMixed: true }), obtained({ potential: 3 })], 'agree'],
    ['radon', [obtained({ potential: 3 }), obtained({ potential: 1 })], 'differ'],
    ['radon', [obtained({ potential: 3 }), silent], 'unanswered'],
    [
      'radon',
      [obtained({ potential: 3 }), { ...obtained({ potential: 1 }), state: 'last-good' } as never],
      'unanswered',
    ],
    ['pprn', [obtained([plan('A', 'approved', 'Un')]), obtained([plan('A', 'approved', 'un')])], 'agree'],
    ['pprn', [obtained([plan('A', 'approved')]), obtained([plan('A', 'prescribed')])], 'differ'],
    ['pprn', [obtained([]), obtained([plan('A', 'approved')])], 'differ'],
    ['casias', [obtained([site('1', 20), site('2', 30)]), obtained([site('2', 31), site('1', 19)])], 'agree'],
    ['casias', [obtained([site('1', 20), site('2', 480)]), obtained([site('1', 20)])], 'agree'],
    ['casias', [obtained([site('1', 20), site('2', null)]), obtained([site('1', 20)])], 'agree'],
    ['casias', [obtained([site('1', 20)]), obtained([site('1', 20), site('2', 30)])], 'differ'],
    ['sis', [obtained([{ id: 'here', outline: square(3.45) }]), obtained([])], 'differ'],
    ['sis', [obtained([{ id: 'far', outline: square(3.6) }]), obtained([])], 'agree'],
    ['noise', [obtained([noiseZone('C', 3.45)]), obtained([noiseZone('C', 3.45), noiseZone('D', 3.6)])], 'agree'],
    ['noise', [obtained([noiseZone('C', 3.45)]), obtained([noiseZone('D', 3.45)])], 'differ'],
    ['noise', [obtained([]), obtained([noiseZone('D', 3.5001)])], 'differ'],
    ['brushClearing', [obtained(null), obtained(null)], 'agree'],
    ['brushClearing', [obtained(null), obtained({ departement: '13' })], 'differ'],
  ])('%s: %#', (name, [local, live], expected) => {
    expect(agreementOf({ name, local, live, place })).toBe(expected);
  });
});

it('what only one of them says', () => {
  const local = obtained([plan('A', 'approved'), plan('B', 'approved')]);
  const live = obtained([plan('A', 'approved'), plan('C', 'prescribed')]);
  expect(differencesOf({ name: 'pprn', local, live, place })).toEqual({
    release: ['gasparId "B", status "approved"'],
    live: ['gasparId "C", status "prescribed"'],
  });
});
