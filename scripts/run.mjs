// `node scripts/run.mjs FILE.ts [ARGS]`: installs what is missing, then runs the file with the pinned Node.
import { ensureInstalled, runPinned } from './install.mjs';

await ensureInstalled();
process.exitCode = await runPinned(process.argv.slice(2));
