import type { IDBPDatabase } from 'idb';
import type { RecordStore } from '../records/record-store';
import { openRunFilesDb, type RunFilesDb } from '../../lib/stored-runs';

/** How long the browser keeps unsent files: as long as unsent records (record-store.ts). */
const keptMs = 30 * 24 * 60 * 60 * 1000;

/** The bytes of files that the server does not have yet. */
export interface FileStore {
  add(run: string, sha256: string, blob: Blob): Promise<void>;
  /** Undefined if this browser does not have the file. */
  read(run: string, sha256: string): Promise<Blob | undefined>;
  forget(run: string, sha256: string): Promise<void>;
  /** Deletes all files of a run for which the server accepts no more files. */
  forgetRun(run: string): Promise<void>;
}

/** Stores files in the page's memory, for browsers that keep nothing. */
function filesInMemory(): FileStore {
  const blobs = new Map<string, Blob>();
  return {
    add: (run, sha256, blob) => Promise.resolve(void blobs.set(run + sha256, blob)),
    read: (run, sha256) => Promise.resolve(blobs.get(run + sha256)),
    forget: (run, sha256) => Promise.resolve(void blobs.delete(run + sha256)),
    forgetRun: (run) => {
      for (const key of blobs.keys()) if (key.startsWith(run)) blobs.delete(key);
      return Promise.resolve();
    },
  };
}

class Lasting implements FileStore {
  private readonly full = filesInMemory();
  constructor(
    private readonly db: IDBPDatabase<RunFilesDb>,
    private readonly subject: string,
  ) {}

  /**
   * The file is written to the disk before the record that announces it. Otherwise a crash could
   * lose the file after the record was stored, and the run could never be complete.
   */
  async add(run: string, sha256: string, blob: Blob) {
    try {
      const transaction = this.db.transaction('files', 'readwrite', { durability: 'strict' });
      await Promise.all([
        transaction.store.put({ run, sha256, blob, of: this.subject, at: Date.now() }),
        transaction.done,
      ]);
    } catch {
      // The disk is full, or the person has forbidden storage in the meantime. The file is then
      // kept in the page's memory.
      await this.full.add(run, sha256, blob);
    }
  }
  async read(run: string, sha256: string) {
    const kept = await this.db.get('files', [run, sha256]).catch(() => undefined);
    return kept?.blob ?? this.full.read(run, sha256);
  }
  async forget(run: string, sha256: string) {
    await this.full.forget(run, sha256);
    await this.db.delete('files', [run, sha256]).catch(() => undefined);
  }
  async forgetRun(run: string) {
    await this.full.forgetRun(run);
    const all = IDBKeyRange.bound([run, ''], [run, '\uffff']);
    await this.db.delete('files', all).catch(() => undefined);
  }
}

/** @param subject the id of the participation or of the rehearsal to which the run belongs */
export async function openFileStore(subject: string): Promise<FileStore> {
  try {
    const db = await openRunFilesDb();
    const before = Date.now() - keptMs;
    const transaction = db.transaction('files', 'readwrite');
    for await (const cursor of transaction.store)
      if (cursor.value.at < before) await cursor.delete();
    await transaction.done;
    return new Lasting(db, subject);
  } catch {
    return filesInMemory();
  }
}

/**
 * Deletes the files that an earlier attempt of the run could not send, since the server no longer
 * accepts them.
 */
export async function deleteUnsentRunFiles(
  run: string | undefined,
  records: Pick<RecordStore, 'forget'>,
  files: FileStore,
): Promise<void> {
  if (run === undefined) return;
  await records.forget(run, Infinity);
  await files.forgetRun(run);
}
