import { expect, test } from 'vitest';
import { Temporal } from 'temporal-polyfill';
import { assessRisks } from '#domain/headings/assess.ts';
import { issuability } from './issuability.ts';
import { COMPULSORY_HEADINGS } from '@clairisque/contract/common/headings.ts';
import type { FactName, Facts } from './facts.ts';
import { lastGood, notObtained, NOW, obtained, place, quietFacts } from '#test/facts.ts';

const blocking = (overrides: Partial<Facts>) =>
  issuability(assessRisks(quietFacts(overrides), place()), Temporal.Instant.from(NOW));

test('nothing blocks a statement whose facts are all obtained', () => {
  expect(blocking({})).toEqual([]);
});

test.each<[FactName, string[]]>([
  ['pprn', ['pprn', 'ppr-prescrit']],
  ['pprt', ['pprt', 'ppr-prescrit']],
  ['seismicZone', ['sismicite']],
  ['radon', ['radon']],
  ['coastlineRetreat', ['trait-de-cote']],
  ['brushClearing', ['debroussaillement']],
  ['sis', ['sis']],
  ['noise', ['bruit']],
  ['casias', []],
  ['report', []],
  ['catnat', []],
])('%s not obtained blocks %j', (name, headings) => {
  expect(blocking({ [name]: notObtained() }).map(({ heading }) => heading)).toEqual(headings);
});

test('an unpublished zoning blocks nothing: another query would not make it exist', () => {
  const coastlineRetreat = obtained({ coastalCommune: true, unpublished: true, zones: [] });
  expect(blocking({ coastlineRetreat })).toEqual([]);
});

test.each([
  ['29 days 23 h 59', '2026-10-21T10:01:00Z', []],
  ['30 days', '2026-10-21T10:00:00Z', [{ heading: 'radon', label: 'Potentiel radon', reason: 'too-old' }]],
])('a last-good answer %s old', (_, obtainedAt, expected) => {
  expect(blocking({ radon: lastGood({ potential: 1 }, obtainedAt) })).toEqual(expected);
});

test('everything missing lists every compulsory heading with a French label, in the order of the law', () => {
  const nothing = Object.fromEntries(Object.keys(quietFacts()).map((name) => [name, notObtained('refused')]));
  const list = blocking(nothing);
  expect(list.map(({ heading }) => heading)).toEqual([...COMPULSORY_HEADINGS]);
  expect(list[0]).toEqual({
    heading: 'pprt',
    label: 'Plan de prévention des risques technologiques (PPRT)',
    reason: 'refused',
  });
});
