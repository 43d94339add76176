import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { removeStatementTimeLimit } from '../../platform/db/without-time-limit';
import { LedgerChain, sealedEntryTextSql } from './ledger-chain';
import type { LedgerCheck } from './ledger-check';

const atOnce = 2_000;
const mostFindings = 100;

export type LedgerDamage =
  /** An entry or a posting differs from what was sealed. */
  | 'changed'
  /**
   * The chain contains a seal (the keyed hash of an entry), but the entry does not exist any more.
   */
  | 'missing_entry'
  /** A number in the sequence of seals is missing. */
  | 'missing_seal'
  /** An entry that is neither sealed nor waiting for its seal. */
  | 'unsealed'
  /** An entry whose amounts do not add up to zero in each unit, or that lacks a posting. */
  | 'unbalanced'
  /** An account whose balance is not the sum of its postings. */
  | 'wrong_balance'
  /**
   * The chain does not contain the seal that an earlier run printed as the last one: the end was
   * cut off, or the chain was rebuilt.
   */
  | 'head_changed';

export interface LedgerFinding {
  /** The kind of damage: one of LedgerDamage, or a kind that another context's check defines. */
  readonly damage: string;
  /**
   * The id of the damaged entry or account, or the position in the chain. If a check of another
   * context found the damage, the id that the check reports.
   */
  readonly of: string;
}

export interface LedgerVerification {
  /** How many sealed entries were checked. */
  checked: number;
  /** How many entries wait for their seal. */
  waiting: number;
  /** The last seal of the chain, as `SEQUENCE:SEAL`; null for an empty chain. */
  head: string | null;
  damaged: number;
  /** The first hundred findings. */
  findings: LedgerFinding[];
}

interface Link {
  sequence: string;
  entry_id: string;
  seal: Buffer;
  text: string | null;
}
type Report = (damage: LedgerDamage, of: string) => void;
type ReportAny = (damage: string, of: string) => void;

/** Verifies the whole ledger: the chain, each entry, each balance. */
@Injectable()
export class VerifyLedger {
  constructor(
    private readonly source: DataSource,
    private readonly chain: LedgerChain,
  ) {}

  /**
   * @param noted the last seal that an earlier run printed (`SEQUENCE:SEAL`), and that was stored
   * outside this database; null if none was stored
   * @param checks the checks of other contexts, which read the same snapshot
   */
  run(
    noted: string | null = null,
    checks: readonly LedgerCheck[] = [],
  ): Promise<LedgerVerification> {
    // One snapshot: entries posted during the verification are ignored.
    return this.source.transaction('REPEATABLE READ', async (manager) => {
      await removeStatementTimeLimit(manager);
      const verdict: LedgerVerification = {
        checked: 0,
        waiting: 0,
        head: null,
        damaged: 0,
        findings: [],
      };
      const report: ReportAny = (damage, of) => {
        verdict.damaged += 1;
        if (verdict.findings.length < mostFindings) verdict.findings.push({ damage, of });
      };
      const isThere = await this.walk(manager, verdict, report, noted);
      if (noted !== null && !isThere) report('head_changed', noted);
      await unsealed(manager, verdict, report);
      await sums(manager, report);
      for (const check of checks) await check.run(manager, report);
      return verdict;
    });
  }

  /**
   * Compares each seal of the chain with its entry.
   * @returns whether the chain contains the expected seal (`noted`)
   */
  private async walk(
    manager: EntityManager,
    verdict: LedgerVerification,
    report: Report,
    noted: string | null,
  ): Promise<boolean> {
    let [before, last, isThere]: [Buffer | null, bigint, boolean] = [null, 0n, false];
    for (;;) {
      const links = await manager.query<Link[]>(
        `SELECT s.sequence, s.entry_id, s.seal, (SELECT ${sealedEntryTextSql} FROM ledger.entry e WHERE e.id = s.entry_id) AS text
         FROM ledger.seal s WHERE s.sequence > $1 ORDER BY s.sequence LIMIT ${atOnce}`,
        [String(last)],
      );
      for (const { sequence, entry_id, seal, text } of links) {
        const place = BigInt(sequence);
        const isGap = place !== last + 1n;
        if (isGap) report('missing_seal', String(last + 1n));
        if (text === null) report('missing_entry', entry_id);
        // Where a number is missing, the previous seal is unknown, so the seal after the gap cannot
        // be checked. If that seal was changed, the check of the next seal fails.
        else if (!isGap && !this.chain.isSeal(seal, before, place, text))
          report('changed', entry_id);
        [before, last] = [seal, place];
        verdict.checked += 1;
        verdict.head = `${sequence}:${seal.toString('hex')}`;
        if (verdict.head === noted) isThere = true;
      }
      if (links.length < atOnce) return isThere;
    }
  }
}

async function unsealed(
  manager: EntityManager,
  verdict: LedgerVerification,
  report: Report,
): Promise<void> {
  const rows = await manager.query<{ id: string; waits: boolean }[]>(
    `SELECT e.id, EXISTS (SELECT FROM ledger.unsealed u WHERE u.entry_id = e.id) AS waits
     FROM ledger.entry e WHERE NOT EXISTS (SELECT FROM ledger.seal s WHERE s.entry_id = e.id) ORDER BY e.id`,
  );
  for (const { id, waits } of rows) {
    if (waits) verdict.waiting += 1;
    else report('unsealed', id);
  }
}

async function sums(manager: EntityManager, report: Report): Promise<void> {
  const entries = await manager.query<{ id: string }[]>(
    `SELECT e.id FROM ledger.entry e
     WHERE e.postings <> (SELECT count(*) FROM ledger.posting p WHERE p.entry_id = e.id)
       OR EXISTS (SELECT FROM ledger.posting p JOIN ledger.account a ON a.id = p.account_id
         WHERE p.entry_id = e.id GROUP BY a.unit HAVING sum(p.amount) <> 0)
     ORDER BY e.id`,
  );
  for (const { id } of entries) report('unbalanced', id);
  const accounts = await manager.query<{ id: string }[]>(
    `SELECT a.id FROM ledger.account a LEFT JOIN ledger.posting p ON p.account_id = a.id
     GROUP BY a.id HAVING a.balance <> coalesce(sum(p.amount), 0) OR a.balance < a.minimum ORDER BY a.id`,
  );
  for (const { id } of accounts) report('wrong_balance', id);
}
