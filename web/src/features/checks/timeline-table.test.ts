import { expect, it } from 'vitest';
import { timelineTable } from './timeline-table.ts';

it('moments → a table with their words, references, hashes and public pages; what a spreadsheet would compute is text', () => {
  const nothing = { reference: null, sha256: null };
  const lines = timelineTable(
    {
      reference: 'ERP-2026-000007',
      moments: [
        { le: '2026-11-28T09:14:07.000Z', quoi: 'emis', phrase: 'Établi', reference: 'ERP-2026-000007', sha256: 'ab' },
        { le: '2026-11-29T09:00:00.000Z', quoi: 'ouvert', phrase: '=1+1', ...nothing },
      ],
    },
    'https://clairisque.test',
  ).split('\r\n');
  expect(lines[1]).toBe(
    '"2026-11-28T09:14:07.000Z";"28 novembre 2026 à 10:14";"Établi";"ERP-2026-000007";"ab";"https://clairisque.test/verification/ERP-2026-000007"',
  );
  expect(lines[2]).toBe('"2026-11-29T09:00:00.000Z";"29 novembre 2026 à 10:00";"\'=1+1";"";"";""');
});
