import { expect, it } from 'vitest';
import { isUpdateOf } from './succession.ts';

it.each([
  ['ERP-2026-000123-A1', 'ERP-2026-000123', true],
  ['ERP-2026-000123-A2', 'ERP-2026-000123-A1', true],
  ['ERP-2026-000123-A12', 'ERP-2026-000123-A1-C2', true],
  ['ERP-2026-000123-A1-C1', 'ERP-2026-000123-C1', true],
  ['ERP-2026-000123-R1-A1', 'ERP-2026-000123-R1', true],
  ['ERP-2026-000123-R1', 'ERP-2026-000123-A1', false],
  ['ERP-2027-000123-R1-A1', 'ERP-2026-000123-A1', false],
  ['ERP-2026-000123-R1', 'ERP-2026-000123', false],
  ['ERP-2026-000123-A1-C1', 'ERP-2026-000123-A1', false],
])('%s in place of %s: an update? %s', (newer, former, isUpdate) => {
  expect(isUpdateOf(newer, former)).toBe(isUpdate);
});
