import { expect, it } from 'vitest';
import { assembleStatement } from './assembly.service.ts';
import { findPlace } from './place.service.ts';
import { draftAt } from '#test/wizard.ts';
import { sharedApp, type TestApp } from '#test/app.ts';
import { notObtained } from '#test/facts.ts';

/** Maps of zones around real places of the simulated territory. */

const app = sharedApp();

type At = { longitude: number; latitude: number };
const SOULAC: At = { longitude: -1.125, latitude: 45.5115 };
const LE_BOURGET: At = { longitude: 2.4415, latitude: 48.9685 };

async function assembled(at: At, change: Partial<TestApp['deps']> = {}) {
  const draft = (await draftAt(app, at)) as { code_parcelle: string };
  const place = await findPlace(app.deps, { ...at, ...draft }, null);
  return assembleStatement({ ...app.deps, ...change }, place, {
    address: async () => ({ state: 'declared', typed: '', doubt: { kind: 'unknown' }, obtainedAt: null }),
  });
}

type Assembled = Awaited<ReturnType<typeof assembled>>;
const zonesOf = ({ content }: Assembled, of: string): string[] =>
  (content.maps?.zones ?? [])
    .filter(({ heading }) => heading === of)
    .flatMap(({ shapes }) => shapes.flatMap(({ mark, isOwn, rings }) => (rings.length > 0 ? [`${mark}${isOwn ? ' (bien)' : ''}`] : []))); // prettier-ignore

it('Soulac: the 0–30 years zone seaward is drawn beside the property’s own, and changes no answer', async () => {
  const statement = await assembled(SOULAC);
  expect(zonesOf(statement, 'trait-de-cote')).toEqual(['0–30 ans', '30–100 ans (bien)']);
  const { urbanism } = app.deps;
  const alone = await assembled(SOULAC, {
    urbanism: { ...urbanism, retreatAround: async () => notObtained() },
  });
  expect(zonesOf(alone, 'trait-de-cote')).toEqual(['30–100 ans (bien)']);
  expect(alone.content.findings).toEqual(statement.content.findings);
  expect(alone.content.maps?.zones.find(({ heading }) => heading === 'trait-de-cote')?.hasNeighbours).toBe(false);
});

it('Le Bourget: the zones around A are drawn too; silent or broken neighbours leave the property’s', async () => {
  const statement = await assembled(LE_BOURGET);
  expect(zonesOf(statement, 'bruit')).toEqual(expect.arrayContaining(['A (bien)', 'B']));
  const { noisePlans } = app.deps;
  const broken = await assembled(LE_BOURGET, {
    noisePlans: { ...noisePlans, zonesAround: () => Promise.reject(new Error('broken')) },
  });
  // That D is Charles-de-Gaulle's.
  expect(zonesOf(broken, 'bruit')).toEqual(['A (bien)', 'D (bien)']);
  expect(broken.content.findings).toEqual(statement.content.findings);
});
