import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/*
 * The records of runs that this browser stores until the server has received them. The page that
 * runs a study writes them. The app opens the database only to delete them, when a participant
 * leaves a study.
 */

interface Kept {
  run: string;
  /**
   * The id of the participation or the rehearsal. Entries that older versions of the app stored
   * have none.
   */
  of?: string;
  at: number;
}
export interface RunRecordsDb extends DBSchema {
  pending: {
    key: [run: string, seq: number];
    value: Kept & { seq: number; kind: string; data: string; sha256: string };
  };
}
export interface RunFilesDb extends DBSchema {
  files: { key: [run: string, sha256: string]; value: Kept & { sha256: string; blob: Blob } };
}

export const openRecordsDb = (): Promise<IDBPDatabase<RunRecordsDb>> =>
  openDB<RunRecordsDb>('commonlab-runs', 1, {
    upgrade: (fresh) => void fresh.createObjectStore('pending', { keyPath: ['run', 'seq'] }),
  });
export const openRunFilesDb = (): Promise<IDBPDatabase<RunFilesDb>> =>
  openDB<RunFilesDb>('commonlab-run-files', 1, {
    upgrade: (fresh) => void fresh.createObjectStore('files', { keyPath: ['run', 'sha256'] }),
  });

/**
 * Deletes what the browser stores for a participant who has left a study: the server no longer
 * accepts it, and the next person at this browser must not find a recording of the participant's
 * voice.
 */
export async function deleteStoredRuns(participation: string): Promise<void> {
  const records = await openRecordsDb();
  const pending = records.transaction('pending', 'readwrite');
  for await (const cursor of pending.store)
    if (cursor.value.of === participation) await cursor.delete();
  await pending.done;
  records.close();
  const files = await openRunFilesDb();
  const kept = files.transaction('files', 'readwrite');
  for await (const cursor of kept.store)
    if (cursor.value.of === participation) await cursor.delete();
  await kept.done;
  files.close();
}
