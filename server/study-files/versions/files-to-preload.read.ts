import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';
import {
  maxPreloadedFiles,
  type HostedRuntime,
} from '../../../contracts/study-files/hosted-runtime';
import type { StartedRun } from '../../../contracts/runtime/runtime';
import type { Transaction } from '../../platform/db/unit-of-work';
import { indexesOfUnknownNames } from './unknown-file-names.rule';

type Files = StartedRun['files'];
type Source = Pick<DataSource, 'query'>;
type Chosen = Pick<HostedRuntime, 'kind' | 'version_id' | 'beforehand'>;

/** The limits of preloading for one version: on a slow connection, a participant waits for these files. */
const most = { bytes: 50_000_000, files: maxPreloadedFiles };
/** Caches the files of versions, which never change. Simultaneous callers share one read. */
const known = new LRUCache<string, Promise<Files>>({ max: 100 });

/**
 * Reads which files the runner page preloads before a study begins: pictures, sounds, videos and
 * tables, or the files that its researchers name (docs/studies-that-run-here.md).
 * - If there are too many, only the smallest are preloaded; pages load the rest when they need it.
 * - For a study made with the builder, no file is preloaded, since its player loads the files.
 * @param source must not be a transaction: participants who start at the same time share one read,
 * and should not wait for the locks of a transaction
 */
export async function readFilesToPreload(
  source: Source,
  { kind, version_id, beforehand }: Chosen,
): Promise<Files> {
  const named = beforehand?.files ?? 'all';
  if (kind === 'builder' || named === 'none') return [];
  const key = JSON.stringify([version_id, named]);
  const before = known.get(key);
  if (before) return before;
  const read = chosenFiles(source, version_id, named === 'all' ? null : named);
  known.set(key, read);
  // A failed read is not cached, so that the next start reads again.
  read.catch(() => known.get(key) === read && known.delete(key));
  return read;
}

/**
 * Selects the files to preload.
 * @param named the files and folders that researchers chose; null for the default selection. Pages,
 * scripts, styles and fonts are never included, since browsers load them before a page's scripts
 * run
 */
const chosenFiles = (
  source: Source,
  versionId: string,
  named: readonly string[] | null,
): Promise<Files> =>
  source.query(
    `SELECT path, bytes FROM (
       SELECT path, bytes, sum(bytes) OVER smallest AS total, row_number() OVER smallest AS place
       FROM research.study_version_file f
       WHERE version_id = $1 AND bytes > 0 AND bytes <= ${most.bytes}
         AND CASE WHEN $2::text[] IS NULL
           THEN path !~* '[.]map$' AND (mime ~ '^(image|audio|video)/' OR mime IN ('application/json',
             'text/csv', 'text/tab-separated-values', 'text/plain'))
           ELSE mime !~ '^(font/|text/(html|css|javascript)$)' AND ${isNamed('f.path', '$2::text[]')} END
       WINDOW smallest AS (ORDER BY bytes, path COLLATE "C" ROWS UNBOUNDED PRECEDING)) AS f
     WHERE total <= ${most.bytes} AND place <= ${most.files}
     ORDER BY place`,
    [versionId, named],
  );

/**
 * SQL condition: a file is one of the named ones, or is in one of the named folders.
 * @param path an SQL expression
 * @param names an SQL expression of type text[]
 */
function isNamed(path: string, names: string): string {
  return `(${path} = ANY(${names}) OR EXISTS (SELECT FROM unnest(${names}) AS n (name)
    WHERE right(n.name, 1) = '/' AND starts_with(${path}, n.name)))`;
}

/** @returns the indexes of names that match no file and no folder of the version */
export async function findNameIndexesWithoutFile(
  tx: Transaction,
  versionId: string,
  names: readonly string[],
): Promise<number[]> {
  const files = await tx.query<{ path: string }>(
    `SELECT path FROM research.study_version_file WHERE version_id = $1`,
    [versionId],
  );
  return indexesOfUnknownNames(
    names,
    files.map(({ path }) => path),
  );
}
