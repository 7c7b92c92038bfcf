// `npm run check`: the gate, step by step; stops at the first failure. `check.mjs STEP[,STEP…] [ARGS]` runs some steps, with ARGS.
import { ensureInstalled, runPinned } from './install.mjs';
import { gate, steps } from './steps.mjs';

await ensureInstalled();
const [wanted, ...args] = process.argv.slice(2);
for (const name of wanted?.split(',') ?? gate) {
  for (const command of steps[name]) {
    const started = Date.now();
    const code = await runPinned([...command, ...args]);
    const title = steps[name].length > 1 ? `${name} ${command.at(-1)}` : name;
    console.log(`${code === 0 ? '✓' : '✗'} ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    if (code !== 0) process.exit(1);
  }
}
