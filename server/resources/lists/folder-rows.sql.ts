import { fullNameSql } from '../../access/accounts/full-name.sql';
import { sharedFoldersSql } from '../model/shared-folders.sql';

/*
 * Statements that read folders; $1 is the account. The table `seen (id, may, depth)` lists the
 * folders. `may` says what the account may do: 2 in its own folders; 1 where it may read and copy;
 * 0 where it may only read.
 */

/**
 * Common table expressions for WITH RECURSIVE: the folders outside of the bin that the account
 * sees. These are its own folders, the folders shared with it, and all folders below these.
 */
export const visibleFoldersCte = `${sharedFoldersSql('$1::uuid')},
  reached AS (
    (SELECT f.id, 2 AS may, 0 AS depth FROM research.resource f
       WHERE f.owner_id = $1::uuid AND f.parent_id IS NULL
     UNION ALL SELECT s.folder_id, s.copies::int, 1 FROM shared s)
    UNION ALL
    SELECT f.id, o.may, o.depth + 1 FROM reached o
      JOIN research.resource f ON f.parent_id = o.id AND f.kind = 'folder' AND f.deleted_at IS NULL),
  seen AS (
    SELECT reached.id, max(may) AS may, max(depth) AS depth FROM reached GROUP BY reached.id)`;

const ofBin = `seen AS (
  SELECT f.id, 2 AS may, 0 AS depth FROM research.resource f
  WHERE f.owner_id = $1::uuid AND f.kind = 'folder' AND f.deleted_at IS NOT NULL)`;

/** $2 the folder. */
const ofOne = `seen AS (
  SELECT f.id, 2 AS may, 0 AS depth FROM research.resource f
  WHERE f.owner_id = $1::uuid AND f.kind = 'folder' AND f.id = $2::uuid)`;

/** The columns of a folder. `parent_id` is null if the account may not see the parent folder. */
const columns = `f.id, CASE WHEN seen.may = 2 OR f.parent_id IN (SELECT seen.id FROM seen) THEN f.parent_id END
    AS parent_id, f.name, f.licence, f.creator, f.source, seen.may, f.updated_at, f.deleted_at,
  CASE WHEN f.owner_id <> $1::uuid THEN coalesce(${fullNameSql('b')}, '') END AS owner,
  coalesce(c.files, 0) AS files, coalesce(c.folders, 0) AS folders`;
const from = `seen JOIN research.resource f ON f.id = seen.id
  LEFT JOIN identity.researcher_byline b ON b.id = f.owner_id
  LEFT JOIN (
    SELECT r.parent_id, count(*) FILTER (WHERE r.kind = 'file')::int AS files,
      count(*) FILTER (WHERE r.kind = 'folder')::int AS folders
    FROM research.resource r
    WHERE r.parent_id IN (SELECT seen.id FROM seen) AND r.deleted_at IS NULL
    GROUP BY r.parent_id) c ON c.parent_id = f.id`;

/**
 * All folders that the account sees: first its own folders, from the root down, then the folders of
 * other people, one owner after the other.
 */
export const visibleFoldersSql = `WITH RECURSIVE ${visibleFoldersCte}
  SELECT ${columns} FROM ${from} ORDER BY f.owner_id <> $1::uuid, owner, f.owner_id, seen.depth, f.name_key, f.id`;
/** The account's folders in the bin, the most recently deleted first. */
export const binFoldersSql = `WITH ${ofBin}
  SELECT ${columns} FROM ${from} ORDER BY f.deleted_at DESC, f.id`;
export const oneFolderSql = `WITH ${ofOne} SELECT ${columns} FROM ${from}`;
