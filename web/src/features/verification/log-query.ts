import { downloadRoots, readInclusion, type Inclusion } from '@clairisque/contract/vigilance.ts';
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, call, send } from '#lib/api.ts';
import { checkLine, isItsOwn, readRoots, stateOfLog, type DayRoot, type Logged } from './inclusion.ts';

/** `since`: the day on which its line must have been written. */
type About = Logged & { since: string };

/** The lines of the log about a document or an attestation, checked in this browser. */
export const logQuery = ({ since, ...about }: About) =>
  queryOptions({
    queryKey: ['vigilance', about],
    queryFn: async ({ signal }) => {
      const { preuves } = await call(readInclusion, { params: { reference: about.reference }, signal });
      const roots = needsRoots(preuves) ? await publishedRoots(signal) : [];
      const lines = await Promise.all(
        preuves.map(async (inclusion) => ({ inclusion, state: await checkLine(about, inclusion, roots) })),
      );
      return { state: stateOfLog(lines, since, roots), lines };
    },
  });

/** A line of a day that has not ended says enough. */
const needsRoots = (lines: readonly Inclusion[]): boolean =>
  !lines.some(isItsOwn) || lines.some(({ preuve }) => preuve !== null);

async function publishedRoots(signal: AbortSignal): Promise<DayRoot[]> {
  const response = await send(downloadRoots, { signal });
  const roots = readRoots(await response.text());
  if (roots === null) throw new ApiFailure(response.status, null);
  return roots;
}
