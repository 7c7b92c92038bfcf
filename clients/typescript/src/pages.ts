type Page<Item> = { data: Item[]; has_more: boolean; next_cursor: string | null };
/** What an operation of this client returns. */
type Listed<Item> = { data?: Page<Item> | undefined; error?: unknown };

/**
 * Every item of a list, page after page: `for await (const one of iterate((page) => listStatements({ client, query: {
 * limit: 100, ...page } })))`. Throws the error of a page that is refused or not obtained.
 */
export async function* iterate<Item>(
  list: (page: { cursor?: string }) => Promise<Listed<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let page: { cursor?: string } = {};
  for (;;) {
    const { data, error } = await list(page);
    if (data === undefined) throw error;
    yield* data.data;
    if (!data.has_more || data.next_cursor === null) return;
    page = { cursor: data.next_cursor };
  }
}
