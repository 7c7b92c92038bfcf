import { paths } from '#paths.ts';

/** « Compléter »: the checklist of a statement, or one of its questions. */
export function completionPath(id: number | string, question?: string): string {
  const path = paths.completion.replace(':id', String(id));
  return question === undefined ? path : `${path}?${new URLSearchParams({ question })}`;
}
