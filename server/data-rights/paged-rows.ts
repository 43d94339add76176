/** A list within a file of a copy; its rows are read when they are asked for, a page at a time. */
export interface PagedRows {
  name: string;
  pages: AsyncGenerator<readonly object[]>;
}

/** What a statement calls `row` is the row. */
export async function* rowsOf(
  pages: AsyncIterable<readonly { row: object }[]>,
): PagedRows['pages'] {
  for await (const page of pages) yield page.map(({ row }) => row);
}
