import { expect, it } from 'vitest';
import { disableUntilHydrated } from './disable-until-hydrated.ts';

it('controls of a prerendered page → disabled or read-only once, and marked unless the page itself does so', () => {
  const cases = [
    ['<button class="a">', '<button disabled="" data-waits="disabled" class="a">'],
    ['<input type="radio" name="a"/>', '<input type="radio" disabled="" data-waits="disabled" name="a"/>'],
    ['<input type="text" name="a"/>', '<input readonly="" data-waits="readonly" type="text" name="a"/>'],
    ['<input type="radio" disabled="" name="a"/>', null],
    ['<button class="a" disabled="">', null],
    ['<select disabled="">', null],
    ['<input type="text" readOnly="" name="a"/>', null],
    ['<input type="hidden" name="a"/>', null],
    ['<input type="text" data-early=""/>', null],
  ] as const;
  expect(cases.map(([html]) => disableUntilHydrated(html))).toEqual(cases.map(([html, made]) => made ?? html));
});
