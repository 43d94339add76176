import { Injectable } from '@nestjs/common';
import { rowLockedElsewhere } from '../../platform/concurrency/batch';
import type { BatchQueue } from '../../platform/concurrency/batch-queue';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { SessionMoney } from '../launch/session-money';
import { lockSessionRows } from '../seats/lock-sessions';
import { SessionWorkQueues } from '../seats/session-lanes';
import { Appointments } from '../transitions/appointments';
import { HostedData } from '../transitions/hosted-data';
import { runTransitions } from '../transitions/transition-transaction';

/** A rejection that an administrator overturns after its participant objected to it. */
export interface RejectionAppeal {
  readonly participation_id: string;
  readonly session_id: string;
  /** The reason, which the participant reads in an email. */
  readonly reason: string;
  readonly request_id: string | null;
  /**
   * Locks the administrator's account and checks the role, before anything else is locked.
   * @throws DomainError forbidden
   */
  admit(tx: Transaction): Promise<void>;
  /**
   * Checks whether the rejection can be overturned, and records the administrator's decision. Runs
   * in the transaction that changes the participation, after the session is locked.
   * @throws DomainError if the rejection cannot be overturned
   */
  decide(tx: Transaction, now: Date): Promise<void>;
}

/**
 * Overturns rejections for administrators, based on the current state of the participation. In an
 * anonymous session, the researchers' roster shows the new state from the next day on, as it does
 * after an action of a participant (state-of-day.ts).
 */
@Injectable()
export class OverturnRejections {
  private readonly appeals: BatchQueue<string, RejectionAppeal, true>;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    readonly clock: Clock,
    readonly hosted: HostedData,
    readonly money: SessionMoney,
    readonly appointments: Appointments,
    lanes: SessionWorkQueues,
  ) {
    this.appeals = lanes.queue({ sessionOf: ({ session_id }) => session_id, max: 1 });
  }

  /**
   * Overturns a rejection, in a transaction of its own.
   * @throws DomainError decision_final, illegal_transition, unavailable, and the errors of
   * `RejectionAppeal.decide`
   */
  async overturn(appeal: RejectionAppeal): Promise<void> {
    await this.appeals.load(appeal, async (_, waits) => [await this.transact(appeal, waits)]);
  }

  private transact(
    appeal: RejectionAppeal,
    waits: boolean,
  ): Promise<true | typeof rowLockedElsewhere> {
    const { participation_id, session_id, reason, request_id } = appeal;
    return this.unitOfWork.run(
      async (tx) => {
        await appeal.admit(tx);
        const locked = await lockSessionRows(tx.manager, [session_id], waits);
        if (!waits && !locked.has(session_id)) return rowLockedElsewhere;
        await appeal.decide(tx, this.clock.now());
        const request = {
          participation_id,
          session_id,
          action: 'overturn' as const,
          actor: 'administrator' as const,
          reason,
          category: null,
          demographics: null,
          request_id,
        };
        const [answer] = await runTransitions(tx, this, [request], true, true);
        if (answer instanceof DomainError) throw answer;
        if (answer === undefined || typeof answer === 'symbol')
          throw new DomainError('unavailable');
        return true;
      },
      { requestId: request_id },
    );
  }
}
