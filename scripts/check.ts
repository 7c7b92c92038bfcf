import { runChanged } from './changed.ts';
import { excludedTests } from './seldom.ts';
import { GATE, isStep, runNode, STEPS, type Step } from './steps.ts';

/**
 * `npm run check`: the gate, step by step; stops at the first failure. `check.ts STEP[,STEP…] [ARGS]` runs some steps, with
 * ARGS; `check.ts changed [COMMIT]` what a change since COMMIT can reach.
 */
const [wanted, ...args] = process.argv.slice(2);
process.exitCode = wanted === 'changed' ? await runChanged(args[0]) : await runSteps(stepsOf(wanted));

function stepsOf(list: string | undefined): Step[] {
  if (list === undefined) return GATE;
  const names = list.split(',');
  const unknown = names.filter((name) => !isStep(name));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: no such step (${Object.keys(STEPS).join(', ')})`);
  return names.filter(isStep);
}

async function runSteps(names: Step[]): Promise<number> {
  for (const name of names) {
    const started = Date.now();
    const excluded = wanted === undefined && name === 'test:unit' ? excludedTests() : [];
    const code = await runNode([...STEPS[name], ...excluded, ...args]);
    console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    if (code !== 0) return 1;
  }
  return 0;
}
