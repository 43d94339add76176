import type { IDBPDatabase } from 'idb';
import type { RecordKind } from '../../../../contracts/runtime/runtime';
import { openRecordsDb, type RunRecordsDb } from '../../lib/stored-runs';

/** A record that the server has not acknowledged yet. */
export interface PendingRecord {
  readonly run: string;
  readonly seq: number;
  readonly kind: RecordKind;
  /** Empty for the record `finish`: its data is known only once all earlier records are stored. */
  readonly data: string;
  readonly sha256: string;
}

/**
 * Records that have not reached the server after this time are deleted, since their run ended long
 * before.
 */
const keptMs = 30 * 24 * 60 * 60 * 1000;

export interface RecordStore {
  /**
   * False if the browser keeps records only until this page closes, as in a private window or on a
   * full disk.
   */
  readonly isLasting: boolean;
  add(record: PendingRecord): Promise<void>;
  /** The records of a run that are not acknowledged yet, by number. */
  of(run: string): Promise<PendingRecord[]>;
  /** Deletes the records that the server has acknowledged. */
  forget(run: string, through: number): Promise<void>;
}

/** Stores records in the page's memory, for browsers that keep nothing. */
function inMemory(): RecordStore {
  const pending = new Map<string, PendingRecord>();
  const key = (run: string, seq: number) => `${run} ${seq}`;
  return {
    isLasting: false,
    add: (record) => Promise.resolve(void pending.set(key(record.run, record.seq), record)),
    of: (run) =>
      Promise.resolve(
        [...pending.values()].filter((one) => one.run === run).sort((a, b) => a.seq - b.seq),
      ),
    forget: (run, through) => {
      for (const one of pending.values())
        if (one.run === run && one.seq <= through) pending.delete(key(run, one.seq));
      return Promise.resolve();
    },
  };
}

class Lasting implements RecordStore {
  private full: RecordStore | undefined;
  constructor(
    private readonly db: IDBPDatabase<RunRecordsDb>,
    private readonly subject: string,
  ) {}

  get isLasting() {
    return this.full === undefined;
  }
  /**
   * The record is written to the disk before the study continues, so that a crash of the browser
   * loses none.
   */
  async add(record: PendingRecord) {
    if (this.full) return this.full.add(record);
    try {
      const transaction = this.db.transaction('pending', 'readwrite', { durability: 'strict' });
      const kept = { ...record, of: this.subject, at: Date.now() };
      await Promise.all([transaction.store.put(kept), transaction.done]);
    } catch {
      // The disk is full, or the person has forbidden storage in the meantime. From now on, records
      // are kept in the page's memory.
      this.full = inMemory();
      await this.full.add(record);
    }
  }
  private range = (run: string, through = Infinity) => IDBKeyRange.bound([run, 0], [run, through]);
  async of(run: string) {
    const kept = await this.db.getAll('pending', this.range(run)).catch(() => []);
    return [...(kept as PendingRecord[]), ...((await this.full?.of(run)) ?? [])];
  }
  async forget(run: string, through: number) {
    await this.full?.forget(run, through);
    await this.db.delete('pending', this.range(run, through)).catch(() => undefined);
  }
}

/** @param subject the id of the participation or of the rehearsal to which the run belongs */
export async function openRecordStore(subject: string): Promise<RecordStore> {
  try {
    const db = await openRecordsDb();
    const before = Date.now() - keptMs;
    const transaction = db.transaction('pending', 'readwrite');
    for await (const cursor of transaction.store)
      if (cursor.value.at < before) await cursor.delete();
    await transaction.done;
    return new Lasting(db, subject);
  } catch {
    return inMemory();
  }
}
