import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { limits } from '../../../contracts/base/limits';
import type { Participation } from '../../../contracts/participations';
import { Batcher } from '../../platform/concurrency/batcher';
import { Clock } from '../../platform/concurrency/clock';
import { isDatabaseUnavailable, isTransactionConflict } from '../../platform/db/transient-failure';
import { DomainError } from '../../platform/http/errors';
import { OutboxNotifier } from '../../platform/db/unit-of-work';
import type { Applicant } from './applicant';
import { runSeatTransaction, type SeatResult } from './seat-transaction';

export interface Allocated {
  created: boolean;
  participation: Participation;
}
type Answer = Allocated | Error;

const lanes = 4;
const batchSize = 128;
const attempts = 5;
const rememberedFull = limits.pageSizeMax * 50;
/** Answers an applicant whose participation another transaction created at the same moment. */
const conflict = new DomainError('unavailable');

/**
 * Batched seat allocation (docs/decisions/0002): while one transaction is under way, further
 * applicants wait for the next one. A session always belongs to the same lane, so that one process
 * never has two transactions that wait for the lock of the same session.
 */
@Injectable()
export class SeatAllocator {
  private readonly batchers: Batcher<Applicant, Allocated>[];
  /** Sessions that were full when last asked. A hint that saves a lock, never a decision. */
  private readonly likelyFull = new LRUCache<string, true>({ max: rememberedFull });

  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
    private readonly outboxNotifier: OutboxNotifier,
  ) {
    this.batchers = Array.from(
      { length: lanes },
      () => new Batcher((applicants) => this.allocateBatch(applicants), { max: batchSize }),
    );
  }

  /**
   * @throws DomainError session_full, session_not_active, already_participated, or the applicant's
   * own refusal.
   */
  allocate(applicant: Applicant): Promise<Allocated> {
    const batcher = this.batchers[Number.parseInt(applicant.session_id.slice(-2), 16) % lanes];
    if (!batcher) throw new Error('a session id ends in hexadecimal digits');
    return batcher.load(applicant);
  }

  private async allocateBatch(applicants: Applicant[]): Promise<Answer[]> {
    try {
      const answers = await this.transact(applicants);
      // The other transaction has committed by now: a second read finds its participation.
      for (const [i, applicant] of applicants.entries())
        if (answers[i] === conflict) answers[i] = (await this.transact([applicant]))[0] ?? conflict;
      return answers;
    } catch (error) {
      if (applicants.length === 1 || isDatabaseUnavailable(error)) throw error;
      // The failure of one applicant must not fail the others: each runs again alone.
      const answers: Answer[] = [];
      for (const applicant of applicants)
        answers.push(
          await this.transact([applicant]).then(
            ([answer]) => answer ?? conflict,
            (e: unknown) => (e instanceof Error ? e : new Error(String(e))),
          ),
        );
      return answers;
    }
  }

  /** Runs the transaction, again after a conflict, and wakes the relay if it recorded events. */
  private async transact(applicants: Applicant[]): Promise<Answer[]> {
    let likelyFull = applicants.every((a) => this.likelyFull.has(a.session_id));
    for (let attempt = 1; ; attempt++) {
      try {
        const results = await runSeatTransaction(this.source, this.clock, applicants, likelyFull);
        if (results.some((r) => r.kind === 'allocated')) this.outboxNotifier.notify();
        return applicants.map((applicant, i) => this.answer(applicant, results[i]));
      } catch (error) {
        if (attempt >= attempts || !isTransactionConflict(error)) throw error;
        likelyFull = false;
      }
    }
  }

  private answer(applicant: Applicant, result: SeatResult | undefined): Answer {
    if (!result || result.kind === 'conflict') return conflict;
    if (result.kind === 'refused') {
      if (result.code === 'session_full') this.likelyFull.set(applicant.session_id, true);
      return new DomainError(
        result.code,
        { capacity: result.capacity },
        { reasons: applicant.reasons },
      );
    }
    if (result.kind === 'allocated') this.likelyFull.delete(applicant.session_id);
    return { created: result.kind === 'allocated', participation: result.participation };
  }
}
