import type { fileSortOrders } from '../../../contracts/resources/files';
import { effectiveLicenceTermSql, folderLicenceTermsSql } from '../model/origin.sql';

/** The columns of a file (`r`) with its newest version (`v`). */
const columns = `r.id, r.parent_id, r.name, r.name_key, r.newest, r.licence, r.creator, r.source, r.created_at,
  r.updated_at, r.deleted_at, v.sha256, v.bytes, v.type, v.state, v.facts, v.thumbnail_sha256`;

/**
 * SQL: adds to each file of a page its creator, licence and source. Where the file states none, the
 * text of the nearest folder above it that states one applies.
 */
const withTerms = (page: string, order: string): string => `
  WITH RECURSIVE page AS MATERIALIZED (${page}),
  ${folderLicenceTermsSql('SELECT page.parent_id FROM page')}
  SELECT page.*, ${effectiveLicenceTermSql('licence', 'page', 't')} AS effective_licence,
    ${effectiveLicenceTermSql('creator', 'page', 't')} AS effective_creator,
    ${effectiveLicenceTermSql('source', 'page', 't')} AS effective_source
  FROM page LEFT JOIN terms t ON t.start = page.parent_id${order}`;

const joinNewest = `JOIN research.resource_version v ON v.resource_id = r.id AND v.number = r.newest`;

/** SQL for one file; $1 is its id. */
export const oneFileSql = withTerms(
  `SELECT ${columns} FROM research.resource r ${joinNewest} WHERE r.id = $1::uuid`,
  '',
);

export type FileSorting = (typeof fileSortOrders)[number] | '-deleted_at';
/**
 * The columns by which files can be sorted. All of them are in the file's own row, so that
 * PostgreSQL can sort the files of a folder without reading their versions.
 */
type Column = 'name_key' | 'updated_at' | 'bytes' | 'type' | 'deleted_at';

/**
 * The files that a list shows. `folder`: the files of one folder; `search`: files of several
 * folders, if the name of the file contains the search text; `bin`: the files in the bin.
 */
export type FileListScope = 'folder' | 'search' | 'bin';

/**
 * For each list, the SQL condition that selects its files. $1: an array with the folder, the
 * folders to search, or the owner of the bin; $2: the text that `name_key` must contain, or null.
 */
const scopes: Record<FileListScope, string> = {
  folder: `r.parent_id = ($1::uuid[])[1] AND r.kind = 'file' AND r.deleted_at IS NULL AND $2::text IS NULL`,
  search: `r.parent_id = ANY($1::uuid[]) AND r.kind = 'file' AND r.deleted_at IS NULL AND strpos(r.name_key, $2::text) > 0`,
  bin: `r.owner_id = ($1::uuid[])[1] AND r.kind = 'file' AND r.deleted_at IS NOT NULL
    AND ($2::text IS NULL OR strpos(r.name_key, $2::text) > 0)`,
};

export const fileCountSql = (scope: FileListScope): string =>
  `SELECT count(*)::int AS count FROM research.resource r WHERE ${scopes[scope]}`;

/** SQL: converts a time to the form that it has in a cursor, microseconds since 1970. */
const microseconds = (column: Column) =>
  `(extract(epoch FROM r.${column}) * 1000000)::bigint::text`;
const momentOf = `timestamptz 'epoch' + $3::text::bigint * interval '1 microsecond'`;

interface Order {
  readonly column: Column;
  readonly descending: boolean;
  /** SQL: converts the value by which a file is sorted to the form that it has in a cursor. */
  readonly at: string;
  /** SQL: converts a cursor's sort value, $3, to the type of the column. */
  readonly from: string;
}
const by = (column: Column, descending = false): Order => {
  if (column === 'bytes')
    return { column, descending, at: `coalesce(r.bytes, 0)::text`, from: '$3::text::bigint' };
  if (column === 'name_key' || column === 'type')
    return { column, descending, at: `coalesce(r.${column}, '')`, from: '$3::text' };
  return { column, descending, at: microseconds(column), from: momentOf };
};

/**
 * SQL for a page of files, ordered by one column and then by name and id. $3 to $5: sort value,
 * name and id of the last file of the previous page, or null; $6: the number of rows.
 */
function paged(scope: FileListScope, { column, descending, at, from }: Order): string {
  const order = (alias: string) =>
    [column, 'name_key', 'id']
      .map((one) => `${alias}.${one}${descending ? ' DESC' : ''}`)
      .join(', ');
  const after = `($3::text IS NULL
    OR (r.${column}, r.name_key, r.id) ${descending ? '<' : '>'} (${from}, $4::text, $5::uuid))`;
  return withTerms(
    `SELECT ${columns}, ${at} AS at FROM (
       SELECT * FROM research.resource r
       WHERE ${scopes[scope]} AND ${after} ORDER BY ${order('r')} LIMIT $6::int) r ${joinNewest}`,
    ` ORDER BY ${order('page')}`,
  );
}

const orders: Record<FileSorting, Order> = {
  name: by('name_key'),
  '-name': by('name_key', true),
  updated_at: by('updated_at'),
  '-updated_at': by('updated_at', true),
  bytes: by('bytes'),
  '-bytes': by('bytes', true),
  type: by('type'),
  '-deleted_at': by('deleted_at', true),
};

/** Whether the cursor's sort value is a number (of bytes or microseconds), not a text. */
export const isSortedByNumber = (sorting: FileSorting): boolean =>
  !['name_key', 'type'].includes(orders[sorting].column);

export const filesPageSql = (scope: FileListScope, sorting: FileSorting): string =>
  paged(scope, orders[sorting]);
