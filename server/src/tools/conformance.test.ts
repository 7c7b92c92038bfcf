import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runConformance } from './conformance.ts';

const recorded = (name: string): string => fileURLToPath(new URL(`../../../../shared/${name}`, import.meta.url));
const RECORDED = [['realdata', 25], ['realdata-2', 5], ['realdata-3', 10]] as const; // prettier-ignore

// The recorded answers are in a folder beside the project, and never copied into it.
test.skipIf(!existsSync(recorded('realdata'))).each(RECORDED)(
  'every recorded real answer of %s is read',
  async (name, count) => {
    const lines: string[] = [];
    const { passed, failed } = await runConformance(recorded(name), (line) => lines.push(line));
    expect(lines.filter((line) => line.startsWith('NON LU'))).toEqual([]);
    expect({ passed, failed }).toEqual({ passed: count, failed: 0 });
    expect(lines.at(-1)).toBe(`${count} passed, 0 failed`);
  },
);

test('places of a recording come from its index', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'conformance-'));
  try {
    await mkdir(path.join(folder, 'georisques'));
    const radon = '{"data":[{"classe_potentiel":"3","code_insee":"42218"}]}';
    await writeFile(path.join(folder, 'georisques', 'radon-42218.json'), radon);
    await writeFile(path.join(folder, 'georisques', 'radon-ailleurs.json'), radon);
    const index = { 'georisques/radon-42218.json': { at: [4.39, 45.43], insee: ['42218'] } };
    await writeFile(path.join(folder, 'index.json'), JSON.stringify(index));
    const lines: string[] = [];
    expect(await runConformance(folder, (line) => lines.push(line))).toEqual({ passed: 1, failed: 1 });
    expect(lines[0]).toContain('potentiel 3');
    expect(lines[1]).toContain('index.json');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('unreadable responses are reported, with the reason', async () => {
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
    expect(lines[0]).toContain('cannot be read: NaN');
    expect(lines[2]).toContain('aucun adaptateur');
  } finally {
    await rm(folder, { recursive: true });
  }
});
