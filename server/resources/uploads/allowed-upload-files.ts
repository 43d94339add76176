import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { addMilliseconds } from '../../platform/concurrency/clock';
import { unfinishedUploadMs } from '../../platform/storage/sweep-stored-files.job';

/** Extracts from a file's name the id of the upload to which the file belongs (upload-files.ts). */
const uploadIn = (name: string) => /^([0-9a-f-]{36})\.[0-9a-f-]{36}$/.exec(name)?.[1];

/**
 * Tells which files may be in the folder of unfinished uploads: those of uploads in progress, and
 * recent leftovers, which the cleanup job deletes later.
 * @param names of the files in the folder
 */
export async function readAllowedUploadFiles(
  source: Pick<DataSource, 'query'>,
  folder: string,
  names: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const open = await uploadsUnderWay(
    source,
    names.flatMap((name) => uploadIn(name) ?? []),
    now,
  );
  const swept = addMilliseconds(now, -unfinishedUploadMs);
  const allowed = new Set<string>();
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (open.has(uploadIn(name) ?? '') || !found || found.mtime >= swept) allowed.add(name);
  }
  return allowed;
}

/** @returns the given ids without those of uploads that are complete, expired or deleted */
async function uploadsUnderWay(
  source: Pick<DataSource, 'query'>,
  ids: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const rows: { id: string }[] = await source.query(
    `SELECT id FROM research.resource_upload
     WHERE id = ANY($1::uuid[]) AND state <> 'complete' AND expires_at > $2::timestamptz`,
    [ids, now],
  );
  return new Set(rows.map(({ id }) => id));
}
