import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, days, addMilliseconds, minutes } from '../platform/concurrency/clock';
import { removeStatementTimeLimit } from '../platform/db/without-time-limit';
import {
  AuditChain,
  sealedAuditColumnsSql,
  noteIdSql,
  auditTimeSql,
  type AuditChainRecord,
  type AuditChainStart,
} from './audit-chain';
import { readChainStart } from './chain-start';

const atOnce = 2_000;
/** Unsealed records older than this are reported. Workers normally seal within seconds. */
const unsealedMs = minutes(1);
/**
 * Records enter the chain nearly in the order of their times. If a record is older than an earlier
 * record of the chain by more than this time, the verification reports it as inserted.
 */
const backdatedMs = minutes(10);

export type AuditDamage =
  | 'changed'
  | 'missing_record'
  | 'missing_seal'
  | 'inserted'
  | 'unsealed'
  | 'note_changed'
  | 'start_changed'
  | 'head_changed';
/** A fault that the verification found. `sequence` is null for a record that is not in the chain. */
export interface AuditFinding {
  damage: AuditDamage;
  sequence: string | null;
  audit_id: string | null;
}
export interface ChainHead {
  sequence: string;
  seal: string;
}
/** A head of the chain that an earlier run printed. `sequence` is null if only its seal was stored. */
export interface StoredChainHead {
  sequence: string | null;
  seal: string;
}
/**
 * The result of a verification. `damaged`: how many faults it found. `findings`: the first hundred
 * faults. `waiting`: how many records are too new to be sealed. `start`: the last deleted record;
 * the chain begins after it. `notedIsCut`: true if the head of an earlier run is missing in the
 * chain, but may belong to a deleted record.
 */
export interface AuditVerdict {
  checked: number;
  waiting: number;
  start: AuditChainStart | null;
  head: ChainHead | null;
  notedIsCut: boolean;
  damaged: number;
  findings: AuditFinding[];
}

interface Seal {
  sequence: string;
  audit_id: string;
  seal: Buffer;
  /** The time of the record as the seal states it, by which the record's partition is found. */
  sealed_at_text: string;
}
interface SealedRecord extends AuditChainRecord {
  at: Date;
  note: string | null;
  note_mac: string | null;
  reason: string | null;
}
type Tell = (damage: AuditDamage, sequence: string | null, audit_id: string | null) => void;

/** Follows the chain from its beginning to its end, and then checks the records that are not in it. */
@Injectable()
export class VerifyAudit {
  constructor(
    private readonly source: DataSource,
    private readonly chain: AuditChain,
    private readonly clock: Clock,
  ) {}

  /**
   * @param noted a head that was printed earlier and stored elsewhere; it must still be in the chain
   * @param until if given, only the records of the chain up to this position are checked
   */
  async run(
    noted: StoredChainHead | null = null,
    until: string | null = null,
  ): Promise<AuditVerdict> {
    for (;;) {
      const verdict = await this.once(noted, until);
      // If `audit:cut` deleted records while the log was read, these records look missing, so the log is read again.
      if ((await this.start())?.sequence === verdict.start?.sequence) return verdict;
    }
  }

  private start() {
    return readChainStart((sql) => this.source.query(sql), this.chain);
  }

  private async once(noted: StoredChainHead | null, until: string | null): Promise<AuditVerdict> {
    const verdict: AuditVerdict = {
      checked: 0,
      waiting: 0,
      start: null,
      head: null,
      notedIsCut: false,
      damaged: 0,
      findings: [],
    };
    const tell: Tell = (damage, sequence, audit_id) => {
      verdict.damaged += 1;
      if (verdict.findings.length < 100) verdict.findings.push({ damage, sequence, audit_id });
    };
    const unsealed = until === null ? await this.unsealed() : [];
    const start = await this.start();
    if (start) {
      const { valid, ...rest } = start;
      verdict.start = rest;
      verdict.head = { sequence: start.sequence, seal: start.seal.toString('hex') };
      if (!valid) tell('start_changed', start.sequence, null);
    }
    const isThere = await this.walk(verdict, tell, noted, until);
    if (noted && !isThere) {
      verdict.notedIsCut =
        start?.valid === true &&
        (noted.sequence === null || BigInt(noted.sequence) < BigInt(start.sequence));
      if (!verdict.notedIsCut) tell('head_changed', noted.sequence, null);
    }
    for (const { id, late } of unsealed) {
      if (late) tell('unsealed', null, id);
      else verdict.waiting += 1;
    }
    return verdict;
  }

  /**
   * Checks all records of the chain in their order.
   * @returns whether the chain contains the noted head
   */
  private async walk(
    verdict: AuditVerdict,
    tell: Tell,
    noted: StoredChainHead | null,
    until: string | null,
  ): Promise<boolean> {
    const { start, head } = verdict;
    const first = BigInt(start?.sequence ?? 0) + 1n;
    let [before, expected]: [Buffer | null, bigint] = [start?.seal ?? null, first];
    let newest = start ? Date.parse(start.at_text) : 0;
    let isThere = noted !== null && head !== null && isNoted(noted, head);
    let last = '0';
    for (
      let rows = await this.batch(last, until);
      rows.length > 0;
      rows = await this.batch(last, until)
    )
      for (const [row, record] of rows) {
        last = row.sequence;
        verdict.checked += 1;
        const sequence = BigInt(row.sequence);
        // The chain has no link before its beginning, so this link was added after the older records were deleted.
        if (sequence < first) {
          tell('inserted', row.sequence, row.audit_id);
          continue;
        }
        // Reports a gap once, however long it is. The chain then continues from the first seal
        // after the gap.
        const gap = sequence !== expected;
        if (gap) tell('missing_seal', String(expected), null);
        if (record === undefined) tell('missing_record', row.sequence, row.audit_id);
        else {
          const isUnchanged =
            record.at_text === row.sealed_at_text &&
            (gap || this.chain.isSeal(row.seal, before, sequence, record));
          if (!isUnchanged) tell('changed', row.sequence, row.audit_id);
          const at = record.at.getTime();
          if (at < newest - backdatedMs) tell('inserted', row.sequence, row.audit_id);
          newest = Math.max(newest, at);
          if (
            record.note !== null &&
            record.reason !== null &&
            !this.chain.isNoteMac(record.note_mac ?? '', record.note, record.reason)
          )
            tell('note_changed', row.sequence, row.audit_id);
        }
        [before, expected] = [row.seal, sequence + 1n];
        verdict.head = { sequence: row.sequence, seal: row.seal.toString('hex') };
        if (noted && isNoted(noted, verdict.head)) isThere = true;
      }
    return isThere;
  }

  private async batch(
    after: string,
    until: string | null,
  ): Promise<(readonly [Seal, SealedRecord | undefined])[]> {
    const seals: Seal[] = await this.source.query(
      `SELECT s.sequence, s.audit_id, s.seal, ${auditTimeSql('s.at')} AS sealed_at_text
       FROM platform.audit_seal s WHERE s.sequence > $1 AND ($2::bigint IS NULL OR s.sequence <= $2)
       ORDER BY s.sequence LIMIT ${atOnce}`,
      [after, until],
    );
    const records = new Map((await this.recordsOf(seals)).map((record) => [record.id, record]));
    return seals.map((seal) => [seal, records.get(seal.audit_id)]);
  }

  /**
   * Reads the records of these seals. Searches from one day before the first seal to one day after
   * the last. So it reads few partitions, and also finds a record whose time was slightly changed.
   */
  private async recordsOf(seals: readonly Seal[]): Promise<SealedRecord[]> {
    if (seals.length === 0) return [];
    const times = seals.map(({ sealed_at_text }) => sealed_at_text).sort();
    const [first, last] = [times[0] ?? '', times.at(-1) ?? ''];
    return this.source.query(
      `SELECT ${sealedAuditColumnsSql}, a.at, a.details ->> 'note' AS note,
        a.details ->> 'note_mac' AS note_mac, n.reason
       FROM platform.audit a LEFT JOIN identity.administrator_note n ON n.id = ${noteIdSql}
       WHERE a.at >= $2 AND a.at <= $3 AND a.id = ANY($1::uuid[])`,
      [
        seals.map(({ audit_id }) => audit_id),
        addMilliseconds(new Date(first), -days(1)),
        addMilliseconds(new Date(last), days(1)),
      ],
    );
  }

  /** Finds unsealed records. Reads the complete log, so it may exceed a request's time limit. */
  private unsealed(): Promise<{ id: string; late: boolean }[]> {
    return this.source.transaction(async (manager) => {
      await removeStatementTimeLimit(manager);
      return manager.query<{ id: string; late: boolean }[]>(
        `SELECT a.id, a.at < $1 AS late FROM platform.audit a
         WHERE NOT EXISTS (SELECT 1 FROM platform.audit_seal s WHERE s.audit_id = a.id)
         ORDER BY a.at, a.id`,
        [addMilliseconds(this.clock.now(), -unsealedMs)],
      );
    });
  }
}

const isNoted = (noted: StoredChainHead, { sequence, seal }: ChainHead): boolean =>
  (noted.sequence ?? sequence) === sequence && noted.seal === seal;
