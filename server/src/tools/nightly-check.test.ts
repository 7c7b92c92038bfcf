import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeOutcome } from './nightly-check.ts';

const workspace = mkdtempSync(join(tmpdir(), 'nightly-'));
afterAll(() => rmSync(workspace, { recursive: true }));
const file = join(workspace, 'check.prom');

it('an outcome → a file that node-exporter reads, replaced by the next one', () => {
  writeOutcome(file, 'live', 1);
  writeOutcome(file, 'live', 0);
  const lines = readFileSync(file, 'utf8').split('\n');
  expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
    'clairisque_check_result{check="live"} 0',
    expect.stringMatching(/^clairisque_check_ended_seconds\{check="live"\} \d{10}$/),
  ]);
  expect(readdirSync(workspace)).toEqual(['check.prom']);
});

it('the check of an empty list of names, as run by cron → exit code 2, also in the file', () => {
  const list = join(workspace, 'names');
  writeFileSync(list, '# nothing\n');
  const tool = join(import.meta.dirname, 'check-names.ts');
  expect(() => execFileSync(process.execPath, [tool, list, '--metrics', file])).toThrow(
    expect.objectContaining({ status: 2 }),
  );
  expect(readFileSync(file, 'utf8')).toContain('clairisque_check_result{check="names"} 2');
});
