import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const TOOL = fileURLToPath(new URL('example.ts', import.meta.url));

it.each(['6.4910,47.1620', '-2.0257,48.6493'])(
  'at %s, writes a specimen that names what the recordings lack',
  (at) => {
    const folder = mkdtempSync(join(tmpdir(), 'example-'));
    try {
      const out = join(folder, 'exemple.pdf');
      const args = [TOOL, '--recordings', folder, '--at', at, '--out', out];
      const lines = execFileSync(process.execPath, args, { encoding: 'utf8' }).split('\n');
      expect(lines.filter((line) => line.startsWith('non obtenu'))).toHaveLength(18);
      expect(readFileSync(out).subarray(0, 5).toString()).toBe('%PDF-');
    } finally {
      rmSync(folder, { recursive: true });
    }
    // Starts three processes: the tool, the simulators and Typst.
  },
  60_000,
);
