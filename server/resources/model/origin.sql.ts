/*
 * SQL for the creator, licence and source of a file. The file's own text applies, if it has one. If
 * not, the text of the nearest folder above the file that has one applies.
 */

const nearest = (column: string) =>
  `coalesce((array_agg(${column} ORDER BY step) FILTER (WHERE ${column} <> ''))[1], '') AS ${column}`;

/**
 * Common table expressions for WITH RECURSIVE. They end with the table `terms (start, licence,
 * creator, source)`: for each given folder (`start`), the licence, creator and source that apply in
 * it.
 * @param folders a SELECT of ids of folders
 */
export const folderLicenceTermsSql = (folders: string): string => `
  above AS (
    SELECT f.id AS start, f.parent_id, f.licence, f.creator, f.source, 0 AS step
    FROM research.resource f WHERE f.id IN (${folders})
    UNION ALL
    SELECT a.start, f.parent_id, f.licence, f.creator, f.source, a.step + 1
    FROM above a JOIN research.resource f ON f.id = a.parent_id),
  terms AS (
    SELECT start, ${nearest('licence')}, ${nearest('creator')}, ${nearest('source')}
    FROM above GROUP BY start)`;

/**
 * SQL for the licence, creator or source of a resource: the resource's own text, if it has one,
 * else the text that applies in its folder.
 * @param r an alias for the row of the resource
 * @param t an alias for the row of the resource's folder in the table `terms`
 */
export const effectiveLicenceTermSql = (
  column: 'licence' | 'creator' | 'source',
  r: string,
  t: string,
) => `coalesce(nullif(${r}.${column}, ''), ${t}.${column}, '')`;
