import type { ReleaseComparer } from '#adapters/datasets/release-comparison.ts';
import type { Deps } from '#deps.ts';
import { counted } from '#domain/french.ts';
import { changedStatements, type StatementChange } from '#features/change-watch/change-watch.ts';

type Asked = Parameters<ReleaseComparer['compare']>[0];
type StatementsDeps = Pick<Deps, 'db' | 'files' | 'clock'> & {
  log: Pick<Deps['log'], 'warn'>;
  comparer: ReleaseComparer;
};

const LISTED_AT_MOST = 20;

/** How many statements in validity two releases touch, and what the second would change in them. */
export async function statementsTouched(deps: StatementsDeps, asked: Asked): Promise<string[]> {
  const comparison = await deps.comparer.compare(asked);
  if (comparison === null) return [];
  try {
    let touched = 0;
    let changed = 0;
    const lines: string[] = [];
    for await (const { statements, changes } of changedStatements(deps, comparison)) {
      touched += statements;
      changed += changes.length;
      lines.push(...changes.slice(0, LISTED_AT_MOST - lines.length).map(lineOf));
    }
    const others = changed - lines.length;
    return [
      `  états des risques en validité à ces endroits : ${touched} ; qui diraient autre chose : ${changed}`,
      ...lines,
      ...(others > 0 ? [`  et ${counted(others, 'autre')}`] : []),
    ];
  } finally {
    comparison.close();
  }
}

const lineOf = ({ reference, sentences }: StatementChange): string => `  ${reference} : ${sentences.join(' ')}`;
