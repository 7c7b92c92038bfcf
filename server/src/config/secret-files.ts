import { readFileSync } from 'node:fs';
import { Mistake } from '#platform/mistake.ts';

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
  const read = mounted.map(({ name, path }) =>
    given[name] === undefined ? contents(name, path) : { name, refusal: `${name}: refused with ${name}_FILE` },
  );
  const refusals = read.flatMap(({ refusal }) => refusal ?? []);
  if (refusals.length > 0) throw new Mistake(refusals.join('\n'));
  return { ...given, ...Object.fromEntries(read.map(({ name, value }) => [name, value])) };
}

type Read = { name: string; value?: string; refusal?: string };

function contents(name: string, path: string): Read {
  try {
    return { name, value: readFileSync(path, 'utf8').trim() };
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    return { name, refusal: `${name}_FILE: ${path} cannot be read (${why})` };
  }
}
