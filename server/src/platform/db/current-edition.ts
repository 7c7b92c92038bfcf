import { sql, type RawBuilder } from 'kysely';

/** One rule for every list: editions are numbered in the order of their prints. `statement`: the id's column. */
export const currentEdition = (statement: string): RawBuilder<number> => sql<number>`
  (select max(newest.edition) from statement_edition newest where newest.statement_id = ${sql.ref(statement)})`;

/** The current document: the original or its renewal, whatever completes it. */
export const currentDocument = (statement: string): RawBuilder<number> => sql<number>`
  (select max(newest.edition) from statement_edition newest
   where newest.statement_id = ${sql.ref(statement)} and newest.completes is null)`;
