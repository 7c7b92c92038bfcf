import { ensureInstalled, runPinned } from './install.mjs';

ensureInstalled();
process.exitCode = await runPinned(['scripts/supervise.ts']);
