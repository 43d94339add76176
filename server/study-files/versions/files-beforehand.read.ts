import { LRUCache } from 'lru-cache';
import type { StartedRun } from '../../../contracts/runtime';
import type { Transaction } from '../../platform/db/unit-of-work';

/** Of one version: on a slow line, a participant waits for them. */
const most = { bytes: 50_000_000, files: 1_000 };
/** A version never changes. */
const ofVersions = new LRUCache<string, StartedRun['files']>({ max: 100 });

/**
 * The files of a version that its pages ask for while they run: pictures, sound, films and tables of
 * stimuli. Where they are too many, the smallest ones: what is left comes when a page asks for it
 * (docs/decisions/0093-files-beforehand.md).
 */
export async function filesBeforehand(
  tx: Transaction,
  versionId: string,
): Promise<StartedRun['files']> {
  const known = ofVersions.get(versionId);
  if (known) return known;
  const files = await chosenFiles(tx, versionId);
  ofVersions.set(versionId, files);
  return files;
}

const chosenFiles = (tx: Transaction, versionId: string): Promise<StartedRun['files']> =>
  tx.query(
    `SELECT path, bytes FROM (
       SELECT path, bytes, sum(bytes) OVER smallest AS total, row_number() OVER smallest AS place
       FROM research.study_version_file
       WHERE version_id = $1 AND bytes > 0 AND bytes <= ${most.bytes} AND path !~* '[.]map$'
         AND (mime ~ '^(image|audio|video)/' OR mime IN ('application/json', 'text/csv',
           'text/tab-separated-values', 'text/plain'))
       WINDOW smallest AS (ORDER BY bytes, path COLLATE "C" ROWS UNBOUNDED PRECEDING)) AS f
     WHERE total <= ${most.bytes} AND place <= ${most.files}
     ORDER BY place`,
    [versionId],
  );
