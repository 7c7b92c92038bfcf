import { ensureInstalled, runPinned } from './install.mjs';

await ensureInstalled();
process.exitCode = await runPinned(['scripts/supervise.ts']);
