import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import type { AnswerValue } from '@clairisque/contract/common/questions.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';

type Owned = { accountId: number; id: number };

/** The last answer to each question; a null value was taken back. */
export type AnswerRow = {
  question: string;
  version: number;
  value: AnswerValue;
  declared_by: string;
  declared_at: Date;
  request_id: string | null;
};

export async function listAnswers(db: Db, statementId: number): Promise<AnswerRow[]> {
  const rows = await db
    .selectFrom('statement_answer')
    .select(['question', 'version', 'value', 'declared_by', 'declared_at', 'request_id'])
    .distinctOn('question')
    .where('statement_id', '=', statementId)
    .orderBy('question')
    .orderBy('version', 'desc')
    .$castTo<AnswerRow>()
    .execute();
  return rows;
}

/** What a question of an edition is about, the version of the answers that it prints, and when it was printed. */
export type AskedAct = { version: number; at: Date; question: string; act: string };

/** Of every edition of a statement that says it, in the order of their prints. */
export async function listAskedActs(db: Db, statementId: number): Promise<AskedAct[]> {
  const { rows } = await sql<AskedAct>`
    select coalesce(e.answers_version, 0) as version, coalesce(e.completed_at, e.issued_at) as at,
      q ->> 'id' as question, q ->> 'act' as act
    from statement_edition e, jsonb_array_elements(e.questions) q
    where e.statement_id = ${statementId} and q ? 'act'
    order by e.edition`.execute(db);
  return rows;
}

export type AnsweredStatement = {
  status: string;
  generating_until: Date | null;
  declarations: Declarations | null;
  renewed_at: Date | null;
  closed_at: Date | null;
  answers_version: number;
};

const answered = (db: Db, owned: Owned) =>
  db
    .selectFrom('statement')
    .select(['status', 'generating_until', 'declarations', 'renewed_at', 'closed_at', 'answers_version'])
    .where('account_id', '=', owned.accountId)
    .where('id', '=', owned.id)
    .$castTo<AnsweredStatement>();

export const findAnswered = (db: Db, owned: Owned): Promise<AnsweredStatement | undefined> =>
  answered(db, owned).executeTakeFirst();

/** The same, locked until the end of the transaction. */
export const lockAnswered = (db: Db, owned: Owned): Promise<AnsweredStatement | undefined> =>
  answered(db, owned).forUpdate().executeTakeFirst();

export async function setVersion(db: Db, owned: Owned, version: number): Promise<void> {
  await db
    .updateTable('statement')
    .set({ answers_version: version })
    .where('account_id', '=', owned.accountId)
    .where('id', '=', owned.id)
    .execute();
}

export type NewAnswer = { question: string; value: AnswerValue };
export type Author = { by: string; at: Date; requestId: string | null };

export async function insertAnswers(
  db: Db,
  { statementId, version, author }: { statementId: number; version: number; author: Author },
  answers: readonly NewAnswer[],
): Promise<void> {
  const rows = answers.map(({ question, value }) => ({
    statement_id: statementId,
    version,
    question,
    value: sql<string>`${JSON.stringify(value)}::jsonb`,
    declared_by: author.by,
    declared_at: author.at,
    request_id: author.requestId,
  }));
  await db.insertInto('statement_answer').values(rows).execute();
}

export async function setOpenQuestions(db: Db, owned: Owned, count: number): Promise<void> {
  await db
    .updateTable('statement')
    .set({ open_questions: count })
    .where('account_id', '=', owned.accountId)
    .where('id', '=', owned.id)
    .execute();
}

export type ExportedAnswer = Omit<AnswerRow, 'version' | 'request_id'> & { statement_id: number };

/** Every answer of an account, those that were changed too, oldest first. */
export function listAnswersOfAccount(db: Db, accountId: number): Promise<ExportedAnswer[]> {
  return db
    .selectFrom('statement_answer as a')
    .innerJoin('statement as s', 's.id', 'a.statement_id')
    .select(['a.statement_id', 'a.question', 'a.value', 'a.declared_by', 'a.declared_at'])
    .where('s.account_id', '=', accountId)
    .orderBy('a.statement_id')
    .orderBy('a.version')
    .orderBy('a.question')
    .$castTo<ExportedAnswer>()
    .execute();
}
