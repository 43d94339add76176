import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { limits } from '../../../contracts/base/limits';
import type { Participation } from '../../../contracts/enrolment/participations';
import { rowLockedElsewhere } from '../../platform/concurrency/batch';
import type { BatchQueue } from '../../platform/concurrency/batch-queue';
import { Clock } from '../../platform/concurrency/clock';
import { isTransactionConflict } from '../../platform/errors/transient-failure';
import { DomainError } from '../../platform/errors/errors';
import type { CommittedEvent } from '../../platform/db/committed-events';
import { OutboxNotifier } from '../../platform/db/unit-of-work';
import { isLinkEntryConflict } from '../links/participation-links';
import type { SeatApplicant } from './applicant';
import { runSeatTransaction, type SeatResult } from './seat-transaction';
import { SessionWorkQueues } from './session-lanes';

export interface SeatAllocation {
  created: boolean;
  participation: Participation;
}
type Answer = SeatAllocation | Error | typeof rowLockedElsewhere;

const batchSize = 128;
const attempts = 5;
/**
 * The most attempts if one person enrols in several sessions at the same moment. In each attempt,
 * one of these enrolments succeeds, and the others must start again.
 */
const entries = 50;
const rememberedFull = limits.pageSizeMax * 50;
/**
 * The answer for an applicant if another transaction created the person's participation at the same
 * moment.
 */
const conflict = new DomainError('unavailable');

/**
 * Allocates seats in batches (docs/decisions/seat-allocation.md): while a transaction on a session is in progress,
 * further applicants wait, and share the next transaction.
 */
@Injectable()
export class SeatAllocator {
  /**
   * The sessions that were full at the last attempt. This hint only saves locks: a decision is
   * never based on it.
   */
  private readonly likelyFull = new LRUCache<string, true>({ max: rememberedFull });
  private readonly applicants: BatchQueue<string, SeatApplicant, SeatAllocation>;

  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
    private readonly outboxNotifier: OutboxNotifier,
    lanes: SessionWorkQueues,
  ) {
    this.applicants = lanes.queue({
      sessionOf: (applicant) => applicant.session_id,
      max: batchSize,
      retryAlone: true,
    });
  }

  /**
   * Allocates a seat, or a place on the waitlist. Applicants who arrive at the same time share a
   * transaction.
   * @throws DomainError session_full, session_not_active, already_participated, unavailable, or the
   * applicant's own refusal.
   */
  allocate(applicant: SeatApplicant): Promise<SeatAllocation> {
    return this.applicants.load(applicant, (items, waits) => this.allocateBatch(items, waits));
  }

  private async allocateBatch(applicants: SeatApplicant[], waits: boolean): Promise<Answer[]> {
    const answers = await this.transact(applicants, waits);
    // After a conflict, read again: the transaction that created the participation has committed by
    // now.
    for (const [i, applicant] of applicants.entries())
      if (answers[i] === conflict)
        answers[i] = (await this.transact([applicant], waits))[0] ?? conflict;
    return answers;
  }

  /**
   * Runs the transaction, and runs it again after a conflict. If it recorded events, wakes the relay
   * that sends the events of the outbox.
   */
  private async transact(applicants: SeatApplicant[], waits: boolean): Promise<Answer[]> {
    let likelyFull = applicants.every((a) => this.likelyFull.has(a.session_id));
    for (let attempt = 1; ; attempt++) {
      try {
        const results = await runSeatTransaction(this.source, this.clock, applicants, {
          likelyFull,
          waits,
        });
        const events = results.flatMap((result) => eventOf(result));
        if (events.length > 0) this.outboxNotifier.notify(events);
        return applicants.map((applicant, i) => this.answer(applicant, results[i]));
      } catch (error) {
        const again = isTransactionConflict(error)
          ? attempts
          : isLinkEntryConflict(error)
            ? entries
            : 1;
        if (attempt >= again) throw error;
        likelyFull = false;
      }
    }
  }

  private answer(
    applicant: SeatApplicant,
    result: SeatResult | typeof rowLockedElsewhere | undefined,
  ): Answer {
    if (result === rowLockedElsewhere) return rowLockedElsewhere;
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

/**
 * Makes the event of an allocated seat. It is equal to the event that the transaction wrote to the
 * outbox (write-seats.ts).
 */
function eventOf(result: SeatResult | typeof rowLockedElsewhere): CommittedEvent[] {
  if (result === rowLockedElsewhere || result.kind !== 'allocated') return [];
  const { _id, session_id, study_id, state } = result.participation;
  return [
    {
      name:
        state === 'waitlisted'
          ? 'enrolment.participant-waitlisted'
          : 'enrolment.participant-enrolled',
      data: { participation_id: _id, session_id, study_id },
    },
  ];
}
