import { readConfig } from '#config/config.ts';
import { failureOf, Mistake } from '#platform/mistake.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { COMMAND_NAMES } from './wiring/command-names.ts';

/**
 * `node server/src/main.ts COMMAND…`, in that order, `all` by default:
 * - `migrate` brings the database to this version;
 * - `publish` puts the files of its pages where all machines find them;
 * - `demo` creates the demonstration account;
 * - `api` serves; `worker` runs the jobs; `serve` is both in one process;
 * - `all` is `migrate serve`.
 * Stops cleanly on SIGTERM, SIGINT, or when its parent is gone. A mistake of the operator is one sentence per line on
 * the error output, and exit 1 (decision 0024); anything else is our bug, with its stack.
 */
try {
  const names = commands(process.argv.slice(2));
  const config = readConfig(process.env);
  // After the settings: a mistake in them is told before all modules are read.
  const { COMMANDS } = await import('./wiring/commands.ts');
  for (const name of names) await COMMANDS[name](config);
} catch (error) {
  const sentence = sentenceOf(error);
  if (sentence === null) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function commands(words: string[]) {
  const names = words.length === 0 ? ['all'] : words;
  return names.map((word) => {
    const name = COMMAND_NAMES.find((one) => one === word);
    if (name === undefined) throw new Mistake(`${word}: not a command; the commands are ${COMMAND_NAMES.join(', ')}`);
    return name;
  });
}

function sentenceOf(error: unknown): string | null {
  if (error instanceof Mistake) return error.message;
  if (error instanceof SupplierFailure && error.service === 'stockage') return `S3_BUCKET: ${error.message}`;
  const { code, path } = failureOf(error);
  return path !== null && /^E[A-Z]+$/.test(code) ? `${path}: cannot be used (${code})` : null;
}
