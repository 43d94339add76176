import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, later, minutes } from '../platform/concurrency/clock';
import { AuditChain, chainColumns, type ChainRecord } from './audit-chain';

const atOnce = 2_000;
/** Workers seal records within seconds; a record that stays unsealed longer is reported. */
const unsealedMs = minutes(1);
/**
 * Records enter the chain nearly in the order of their time: one that is this much older than its
 * predecessor was inserted later.
 */
const backdatedMs = minutes(10);

export type Damage =
  | 'changed'
  | 'missing_record'
  | 'missing_seal'
  | 'inserted'
  | 'unsealed'
  | 'note_changed'
  | 'head_changed';
/** `sequence` is null for a record outside of the chain. */
export interface Finding {
  damage: Damage;
  sequence: string | null;
  audit_id: string | null;
}
export interface Head {
  sequence: string;
  seal: string;
}
/** A head that was stored earlier; of some only the seal is known. */
export interface Noted {
  sequence: string | null;
  seal: string;
}
/**
 * `findings` contains the first hundred of `damaged`; `waiting`: written just now and not sealed
 * yet.
 */
export interface Verdict {
  checked: number;
  waiting: number;
  head: Head | null;
  damaged: number;
  findings: Finding[];
}

type Sealed = {
  sequence: string;
  audit_id: string;
  seal: Buffer;
  at: Date | null;
  note: string | null;
  note_mac: string | null;
  reason: string | null;
} & Partial<ChainRecord>;

/** Walks the chain from its first record to its last, then checks the records outside of it. */
@Injectable()
export class VerifyAudit {
  constructor(
    private readonly source: DataSource,
    private readonly chain: AuditChain,
    private readonly clock: Clock,
  ) {}

  /**
   * @param noted a head that was printed earlier and stored elsewhere: it must still be in the
   * chain.
   */
  async run(noted: Noted | null = null): Promise<Verdict> {
    const verdict: Verdict = { checked: 0, waiting: 0, head: null, damaged: 0, findings: [] };
    const tell = (damage: Damage, sequence: string | null, audit_id: string | null) => {
      verdict.damaged += 1;
      if (verdict.findings.length < 100) verdict.findings.push({ damage, sequence, audit_id });
    };
    const unsealed = await this.unsealed();
    let [before, expected, newest]: [Buffer | null, bigint, number] = [null, 1n, 0];
    let isThere = false;
    for (
      let rows = await this.batch('0');
      rows.length > 0;
      rows = await this.batch(verdict.head?.sequence ?? '0')
    ) {
      for (const row of rows) {
        const sequence = BigInt(row.sequence);
        // One finding for the whole gap; later records are checked against the seal of the record
        // that follows it.
        const gap = sequence !== expected;
        if (gap) tell('missing_seal', String(expected), null);
        if (!isWhole(row)) tell('missing_record', row.sequence, row.audit_id);
        else {
          if (!gap && !row.seal.equals(this.chain.seal(before, sequence, row)))
            tell('changed', row.sequence, row.audit_id);
          if (row.at.getTime() < newest - backdatedMs) tell('inserted', row.sequence, row.audit_id);
          newest = Math.max(newest, row.at.getTime());
          if (
            row.note !== null &&
            row.reason !== null &&
            this.chain.noteMac(row.note, row.reason) !== row.note_mac
          )
            tell('note_changed', row.sequence, row.audit_id);
        }
        if (
          noted &&
          (noted.sequence ?? row.sequence) === row.sequence &&
          row.seal.toString('hex') === noted.seal
        )
          isThere = true;
        [before, expected] = [row.seal, sequence + 1n];
        verdict.checked += 1;
        verdict.head = { sequence: row.sequence, seal: row.seal.toString('hex') };
      }
    }
    if (noted && !isThere) tell('head_changed', noted.sequence, null);
    for (const { id, late } of unsealed) {
      if (late) tell('unsealed', null, id);
      else verdict.waiting += 1;
    }
    return verdict;
  }

  private batch(after: string): Promise<Sealed[]> {
    return this.source.query(
      `SELECT s.sequence, s.audit_id, s.seal, ${chainColumns}, a.at,
        a.details ->> 'note' AS note, a.details ->> 'note_mac' AS note_mac, n.reason
       FROM platform.audit_seal s LEFT JOIN platform.audit a ON a.id = s.audit_id
       LEFT JOIN identity.administrator_note n ON n.id::text = a.details ->> 'note'
       WHERE s.sequence > $1 ORDER BY s.sequence LIMIT ${atOnce}`,
      [after],
    );
  }

  private unsealed(): Promise<{ id: string; late: boolean }[]> {
    return this.source.query(
      `SELECT a.id, a.at < $1 AS late FROM platform.audit a
       WHERE NOT EXISTS (SELECT 1 FROM platform.audit_seal s WHERE s.audit_id = a.id)
       ORDER BY a.at, a.id`,
      [later(this.clock.now(), -unsealedMs)],
    );
  }
}

const isWhole = (row: Sealed): row is Sealed & ChainRecord & { at: Date } => row.at !== null;
