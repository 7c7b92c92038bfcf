import type { Deps } from '#deps.ts';
import { changesBetween, notComparable } from '#domain/headings/changes.ts';
import type { Facts } from '#domain/risks/facts.ts';
import { assessRisks } from '#domain/headings/assess.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { keptAnswers, withLaterFacts } from '#features/documents/documents.ts';
import { isDatabaseUnavailable } from '#platform/db/db.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { listEditions, listTouched, type TouchedEdition } from './change-watch.queries.ts';

export type Comparison = NonNullable<Awaited<ReturnType<NonNullable<Deps['datasets']>['compare']>>>;

/** What a release changes in an issued document, in French. */
export type StatementChange = TouchedEdition & {
  sentences: string[];
  /** The document says the same as the release; null when that could not be compared. */
  documentAgrees: boolean | null;
};

/** Statements of a batch in ascending order, up to `last`, and the changes among them. */
export type ChangedBatch = { statements: number; last: number; changes: StatementChange[] };

type ReadDeps = Pick<Deps, 'db' | 'files' | 'clock'> & { log: Pick<Deps['log'], 'warn'> };

const AT_ONCE = 50;

/**
 * Statements in validity that would say something else with the second release, in batches, from the one that follows
 * `after`. A statement that cannot be compared says so and does not stop the others.
 */
export async function* changedStatements(
  deps: ReadDeps,
  comparison: Comparison,
  after = 0,
): AsyncGenerator<ChangedBatch> {
  const today = parisDate(deps.clock().toISOString()).toString();
  const touched = await listTouched(deps.db, { ...comparison.touched, today });
  const left = touched.filter((id) => id > after);
  for (let at = 0; at < left.length; at += AT_ONCE) {
    const ids = left.slice(at, at + AT_ONCE);
    const changes: StatementChange[] = [];
    for (const edition of await listEditions(deps.db, ids, today)) {
      const change = await changeOf(deps, comparison, edition);
      if (change !== null) changes.push(change);
    }
    yield { statements: ids.length, last: ids.at(-1) ?? after, changes };
  }
}

async function changeOf(
  deps: ReadDeps,
  comparison: Comparison,
  edition: TouchedEdition,
): Promise<StatementChange | null> {
  try {
    const found = await compare(deps, comparison, edition);
    return found.sentences.length === 0 ? null : { ...edition, ...found };
  } catch (err) {
    // The store or the database does not respond: the next run goes on from here.
    if (err instanceof SupplierFailure || (err instanceof Error && isDatabaseUnavailable(err))) throw err;
    deps.log.warn({ err, reference: edition.reference }, 'statement not compared with a release');
    const sentences = [notComparable(parisDate(edition.issuedAt.toISOString()))];
    return { ...edition, sentences, documentAgrees: null };
  }
}

/**
 * From one release to the other, beside the statement's other facts. Where the former does not answer, what the document
 * says stands for it; where the next does not, a live service would be asked: nothing is known to change.
 */
async function compare(deps: ReadDeps, comparison: Comparison, { reference }: TouchedEdition) {
  const answers = await keptAnswers(deps, reference);
  const facts = withLaterFacts(answers.facts);
  const { place } = answers.kept;
  const compared = comparison.factsAt(place).filter(({ now }) => now !== null);
  const withFacts = (side: 'before' | 'now') => {
    const others = compared.flatMap(({ name, [side]: fact }) => (fact === null ? [] : [[name, fact] as const]));
    return assessRisks({ ...facts, ...(Object.fromEntries(others) as Partial<Facts>) }, place);
  };
  const now = withFacts('now');
  return {
    sentences: changesBetween(withFacts('before'), now),
    documentAgrees: changesBetween(assessRisks(facts, place), now).length === 0,
  };
}
