import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { LedgerChain, sealedEntryTextSql, type SealedEntryText } from './ledger-chain';

const chainLock = 0x4c454447; // "LEDG"
const atOnce = 1_000;

/** Appends new entries to the chain seconds after they were posted, so that no posting waits for the chain. */
@Injectable()
export class SealEntries {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly chain: LedgerChain,
  ) {}

  /**
   * Computes the seals of all entries that have none yet. Only one worker does this at a time:
   * returns 0 while another worker holds the lock.
   * @returns how many entries were sealed
   */
  async run(): Promise<number> {
    let count = 0;
    for (;;) {
      const sealed = await this.unitOfWork.run((tx) => this.batch(tx));
      count += sealed;
      if (sealed < atOnce) return count;
    }
  }

  private async batch(tx: Transaction): Promise<number> {
    const [lock] = await tx.query<{ mine: boolean }>(
      `SELECT pg_try_advisory_xact_lock($1, 0) AS mine`,
      [chainLock],
    );
    if (!lock?.mine) return 0;
    const [last] = await tx.query<{ sequence: string; seal: Buffer }>(
      `SELECT sequence, seal FROM ledger.seal ORDER BY sequence DESC LIMIT 1`,
    );
    if (!this.chain.mayFollow(last?.seal ?? null)) return 0;
    // Entries are sealed in the order of their random ids, so that the chain does not say which
    // entry of a batch came first.
    const records = await tx.query<SealedEntryText>(
      `SELECT e.id AS entry_id, ${sealedEntryTextSql} AS text
       FROM ledger.unsealed u JOIN ledger.entry e ON e.id = u.entry_id ORDER BY e.id LIMIT ${atOnce}`,
    );
    if (records.length === 0) return 0;
    let sequence = BigInt(last?.sequence ?? 0);
    let seal = last?.seal ?? null;
    const rows = records.map(({ entry_id, text }) => {
      seal = this.chain.seal(seal, ++sequence, text);
      return { sequence: String(sequence), entry_id, seal: seal.toString('hex') };
    });
    await tx.query(
      `INSERT INTO ledger.seal (sequence, entry_id, seal)
       SELECT sequence, entry_id, decode(seal, 'hex')
       FROM jsonb_to_recordset($1::jsonb) AS r (sequence bigint, entry_id uuid, seal text)`,
      [JSON.stringify(rows)],
    );
    await tx.query(`DELETE FROM ledger.unsealed WHERE entry_id = ANY($1::uuid[])`, [
      records.map(({ entry_id }) => entry_id),
    ]);
    return rows.length;
  }
}
