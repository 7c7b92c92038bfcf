import { expect, it } from 'vitest';
import { readReference } from './compare-file.ts';

it.each([
  ['ERP-2026-000123', 'ERP-2026-000123'],
  [' erp-2026-000123-r1 ', 'ERP-2026-000123-R1'],
  ['ERP – 2026 – 000123', 'ERP-2026-000123'],
  ['2026-000123', 'ERP-2026-000123'],
  ['erp2026000123r1', 'ERP-2026-000123-R1'],
  ['2026-000123 - r1', 'ERP-2026-000123-R1'],
  [' test-2026-000123 ', 'TEST-2026-000123'],
  ['ERP-2026-123', null],
  ['ERP-2026-000123-C1', 'ERP-2026-000123-C1'],
  ['erp 2026 000123 r1 c20', 'ERP-2026-000123-R1-C20'],
  ['2026000123c1', 'ERP-2026-000123-C1'],
  ['erp 2026 000123 a2', 'ERP-2026-000123-A2'],
  ['ERP-2026-000123-R1-A1-C3', 'ERP-2026-000123-R1-A1-C3'],
  ['ERP-2026-000123-A0', null],
  ['erp-2026-000123-c1-v2', 'ERP-2026-000123-C1-V2'],
  ['ERP-2026-000123-C0', null],
  ['ERP-2026-000123-R2', null],
  ['', null],
])('%j is read as %j', (typed, reference) => {
  expect(readReference(typed)).toBe(reference);
});
