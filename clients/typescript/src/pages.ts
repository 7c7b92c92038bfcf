type Page<Item> = { data: Item[]; has_more: boolean; next_cursor: string | null };
/** What an operation of this client returns. */
type Listed<Item> = { data?: Page<Item> | undefined; error?: unknown };

/**
 * Every item of a list, page after page: `for await (const one of iterate((cursor) => listStatements({ client, query: {
 * limit: 100, cursor } })))`. Throws the problem of a refused page.
 */
export async function* iterate<Item>(
  list: (cursor: string | undefined) => Promise<Listed<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const { data, error } = await list(cursor);
    if (data === undefined) throw error;
    yield* data.data;
    cursor = data.has_more ? (data.next_cursor ?? undefined) : undefined;
  } while (cursor !== undefined);
}
