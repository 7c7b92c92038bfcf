import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runConformance } from './conformance.ts';

const RECORDED = fileURLToPath(new URL('../../../../shared/realdata', import.meta.url));

// The recorded answers stand beside the project and are never copied into it.
test.skipIf(!existsSync(RECORDED))('every recorded real answer is read', async () => {
  const lines: string[] = [];
  const { passed, failed } = await runConformance(RECORDED, (line) => lines.push(line));
  expect(lines.filter((line) => line.startsWith('NON LU'))).toEqual([]);
  expect({ passed, failed }).toEqual({ passed: 25, failed: 0 });
  expect(lines.at(-1)).toBe('25 passed, 0 failed');
});

test('what cannot be read is said, with its reason', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'conformance-'));
  try {
    await mkdir(path.join(folder, 'georisques'));
    await writeFile(
      path.join(folder, 'georisques', 'radon-75113.json'),
      '{"data":[{"classe_potentiel":"?","code_insee":"75113"}]}',
    );
    await writeFile(path.join(folder, 'georisques', 'tri-75113.json'), '{}');
    await writeFile(path.join(folder, 'georisques', 'rga-excerpts.json'), '{');
    const lines: string[] = [];
    expect(await runConformance(folder, (line) => lines.push(line))).toEqual({ passed: 0, failed: 3 });
    expect(lines[0]).toContain('not-obtained (malformed)');
    expect(lines[0]).toContain('no grade for the commune');
    expect(lines[2]).toContain('aucun adaptateur');
  } finally {
    await rm(folder, { recursive: true });
  }
});
