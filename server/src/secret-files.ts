import { readFileSync } from 'node:fs';
import { failureOf, Mistake } from '#platform/mistake.ts';

/**
 * Returns the variables with, for each `NAME` of `names`, the trimmed content of the file at `NAME_FILE`: secrets
 * mounted by a vault or an orchestrator are then neither in the process's environment nor in its children's. Throws
 * with one line per wrong variable, without any content.
 */
export function withFiles(given: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  const mounted = names.flatMap((name) => {
    const path = given[`${name}_FILE`];
    return path === undefined ? [] : [{ name, path }];
  });
  const read = mounted.map(({ name, path }) => {
    if (given[name] !== undefined) return { name, refusal: `${name}: refused with ${name}_FILE` };
    const { value, refusal } = contentsOf(path);
    return { name, value, refusal: refusal && `${name}_FILE: ${refusal}` };
  });
  const refusals = read.flatMap(({ refusal }) => refusal ?? []);
  if (refusals.length > 0) throw new Mistake(refusals.join('\n'));
  return { ...given, ...Object.fromEntries(read.map(({ name, value }) => [name, value])) };
}

/** Why a file of a PostgreSQL address cannot be read; null without one. The client would not say whose file it is. */
export function unreadableIn(address: string): string | null {
  const parameters = URL.parse(address.replace('@/', '@localhost/'))?.searchParams;
  const paths = ['sslrootcert', 'sslcert', 'sslkey'].flatMap((name) => parameters?.get(name) ?? []);
  return paths.map((path) => contentsOf(path).refusal).find((refusal) => refusal !== undefined) ?? null;
}

function contentsOf(path: string): { value?: string; refusal?: string } {
  try {
    return { value: readFileSync(path, 'utf8').trim() };
  } catch (error) {
    return { refusal: `${path} cannot be read (${failureOf(error).code || 'unreadable'})` };
  }
}
