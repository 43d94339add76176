import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

interface Schema extends DBSchema {
  files: {
    key: [run: string, sha256: string];
    value: { run: string; sha256: string; blob: Blob; at: number };
  };
}

/** As the records that wait (record-store.ts). */
const keptMs = 30 * 24 * 60 * 60 * 1000;

/** The bytes of files that the server does not have yet. */
export interface FileStore {
  add(run: string, sha256: string, blob: Blob): Promise<void>;
  /** Undefined where this browser does not have it. */
  read(run: string, sha256: string): Promise<Blob | undefined>;
  forget(run: string, sha256: string): Promise<void>;
}

/** For browsers that keep nothing: the page's memory. */
export function filesInMemory(): FileStore {
  const blobs = new Map<string, Blob>();
  return {
    add: (run, sha256, blob) => Promise.resolve(void blobs.set(run + sha256, blob)),
    read: (run, sha256) => Promise.resolve(blobs.get(run + sha256)),
    forget: (run, sha256) => Promise.resolve(void blobs.delete(run + sha256)),
  };
}

class Lasting implements FileStore {
  private readonly full = filesInMemory();
  constructor(private readonly db: IDBPDatabase<Schema>) {}

  /** On the disk before its record is: a file that is announced and gone would have to be given up. */
  async add(run: string, sha256: string, blob: Blob) {
    try {
      const transaction = this.db.transaction('files', 'readwrite', { durability: 'strict' });
      await Promise.all([
        transaction.store.put({ run, sha256, blob, at: Date.now() }),
        transaction.done,
      ]);
    } catch {
      // No space, or the person forbade it meanwhile.
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
}

export async function openFileStore(): Promise<FileStore> {
  try {
    const db = await openDB<Schema>('commonlab-run-files', 1, {
      upgrade: (fresh) => void fresh.createObjectStore('files', { keyPath: ['run', 'sha256'] }),
    });
    const before = Date.now() - keptMs;
    const transaction = db.transaction('files', 'readwrite');
    for await (const cursor of transaction.store)
      if (cursor.value.at < before) await cursor.delete();
    await transaction.done;
    return new Lasting(db);
  } catch {
    return filesInMemory();
  }
}
