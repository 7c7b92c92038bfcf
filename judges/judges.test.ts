import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runCommand } from '../tests/harness/commands.ts';
import { command, mustFind, NoVerdict, parsed } from './judge.ts';
import { findingsIn as mustangFindings } from './mustang.ts';
import { codeOf, JUDGES, summon } from './summon.ts';
import { rowOf, withVerdict } from './table.ts';
import { findingsIn as veraFindings } from './verapdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'clairisque-judges-'));
afterAll(() => rmSync(folder, { recursive: true }));

const OURS = resolve(import.meta.dirname, 'judge.ts');
const SOUND = `{ judge: 'a 1', what: 'b', findings: [] }`;
/** A judge whose run is that program. */
function judgeThat(run: string, minutes = 1): string {
  const file = join(folder, `${crypto.randomUUID()}.ts`);
  const imports = `import { command, mustFind, successOf } from ${JSON.stringify(OURS)};`;
  writeFileSync(file, `${imports}\nexport const judge = { minutes: ${minutes}, async run(folder) { ${run} } };\n`);
  return file;
}

describe('a judge', () => {
  const verdict = { judge: 'a 1', what: 'b', findings: [] };
  it.each<{ situation: string; run: string; minutes?: number; ended: object }>([
    { situation: 'is sound', run: `return ${SOUND};`, ended: { verdict } },
    {
      situation: 'is missing',
      run: `await command('no-such-judge', []);`,
      ended: { none: 'no-such-judge is not on this machine.' },
    },
    { situation: 'fails', run: `await successOf('false', []);`, ended: { none: 'false failed with 1: .' } },
    { situation: 'throws', run: `throw new Error('of\\nours');`, ended: { none: 'It failed: Error: of ours.' } },
    {
      situation: 'misses a planted fault',
      run: `mustFind('a', 'b', false);`,
      ended: { none: 'a did not find a planted fault: b.' },
    },
    { situation: 'exits', run: 'process.exit(0);', ended: { none: 'It ended with 0, without a verdict.' } },
    {
      situation: 'is killed',
      run: `process.kill(process.pid, 'SIGKILL');`,
      ended: { none: 'It ended with -1, without a verdict.' },
    },
    {
      situation: 'hangs',
      run: 'await new Promise(() => setInterval(() => null, 1e6));',
      minutes: 0.001,
      ended: { none: 'It did not end within 0.001 minutes.' },
    },
    {
      situation: 'changes its verdict',
      run: `return { judge: 'a', what: 'b' };`,
      ended: { none: 'Its verdict is not one.' },
    },
    { situation: 'does not load', run: '}', ended: { none: expect.stringMatching(/^It failed: /) } },
  ])('that $situation → its verdict, or one sentence', async ({ run, minutes, ended }) => {
    expect(await summon(judgeThat(run, minutes))).toEqual(ended);
  });

  it('whose program hangs → the program is ended with what it started', async () => {
    const hanging = command('sh', ['-c', 'sleep 1000 & sleep 1000'], { minutes: 0.001 });
    await expect(hanging).rejects.toThrow(new NoVerdict('sh did not end within 0.001 minutes.'));
  });
});

it('findings → 1; no verdict → 2, never 0', () => {
  const verdict = { judge: 'a', what: 'b', findings: [] };
  expect(codeOf({ verdict })).toBe(0);
  expect(codeOf({ verdict: { ...verdict, findings: ['c'] } })).toBe(1);
  expect(codeOf({ none: 'c' })).toBe(2);
});

it('an unknown judge → the names, and 2', async () => {
  const { code, err } = await runCommand(['judges/run.ts', 'nobody'], process.env);
  expect([code, err]).toEqual([2, `nobody: no such judge (${JUDGES.join(', ')}).\n`]);
});

describe('an output that is not read → no verdict', () => {
  it.each(['', 'Exception in thread "main"', '{}', '{"report":{"jobs":[{}]}}', '{"report":{"jobs":[]}}'])(
    'of veraPDF: %s',
    (out) => expect(() => veraFindings(out, { code: 0, files: ['/a.pdf'] })).toThrow(NoVerdict),
  );

  const job = (compliant: boolean, failedChecks: number) => {
    const rule = { clause: '7.1', testNumber: 3, failedChecks, description: 'untagged' };
    const details = { passedChecks: 9, failedChecks, ruleSummaries: failedChecks > 0 ? [rule] : [] };
    const validationResult = [{ details, compliant }];
    return JSON.stringify({ report: { jobs: [{ itemDetails: { name: '/a.pdf' }, validationResult }] } });
  };
  const files = ['/a.pdf'];

  it('of veraPDF, whose exit code, word and checks must agree', () => {
    expect(veraFindings(job(true, 0), { code: 0, files })).toEqual([]);
    expect(veraFindings(job(false, 2), { code: 1, files })).toEqual(['a.pdf: 7.1-3, 2 failed checks: untagged']);
    for (const [out, code] of [
      [job(true, 2), 0],
      [job(false, 0), 1],
      [job(true, 0), 1],
      [job(true, 0), 7],
    ] as const) {
      expect(() => veraFindings(out, { code, files })).toThrow(NoVerdict);
    }
  });

  const report = (status: string, profile: string, message = '') =>
    `<validation><pdf><summary status="valid"/></pdf><xml><info><profile>${profile}</profile></info>${message}<summary status="${status}"/></xml><messages/><summary status="${status}"/></validation>`;
  const EN_16931 = 'urn:cen.eu:en16931:2017';

  it('of Mustang: not XML, another shape, a word without a reason', () => {
    expect(mustangFindings(report('valid', EN_16931))).toEqual([]);
    const error = '<messages><error>[BR-CO-14] wrong</error></messages>';
    expect(mustangFindings(report('invalid', EN_16931, error))).toEqual(['[BR-CO-14] wrong']);
    const others = [
      '',
      'Usage:',
      '<validation/>',
      report('valid', 'urn:other'),
      report('invalid', EN_16931),
      report('maybe', EN_16931),
    ];
    for (const other of others) expect(() => mustangFindings(other)).toThrow(NoVerdict);
  });

  it('of any judge that writes JSON', () => {
    const shape = z.object({ judged: z.number() });
    expect(parsed('a', '{"judged":1}', shape)).toEqual({ judged: 1 });
    for (const text of ['', 'warning\n{"judged":1}', '{"judged":"1"}', 'null']) {
      expect(() => parsed('a', text, shape)).toThrow(NoVerdict);
    }
    expect(() => mustFind('a', 'b', true)).not.toThrow();
  });
});

it('the last verdict replaces the one before it, and nothing else of the page', () => {
  const head = '| juge | ce qui est jugé | verdict | date | commande |\n|---|---|---|---|---|\n';
  const verdict = { judge: 'a 1', what: 'b', findings: [] };
  const at = new Date('2026-11-28T05:00:00Z');
  const first = withVerdict(`# Titre\n\n${head}\nSuite.\n`, rowOf('a', verdict, at));
  const second = withVerdict(first, rowOf('c', { ...verdict, judge: 'c 1', findings: ['d'] }, at));
  const third = withVerdict(second, rowOf('a', { ...verdict, judge: 'a 2' }, at));
  const rows = [
    '| a 2 | b | valable | 2026-11-28 | `npm run judges -- a` |',
    '| c 1 | b | 1 défaut | 2026-11-28 | `npm run judges -- c` |',
  ];
  expect(third).toBe(`# Titre\n\n${head}${rows.join('\n')}\n\nSuite.\n`);
});
