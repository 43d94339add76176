import { Injectable } from '@nestjs/common';
import type { Participation as View } from '../../../contracts/enrolment/participations';
import type { BatchQueue } from '../../platform/concurrency/batch-queue';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { SessionWorkQueues } from '../seats/session-lanes';
import { Appointments } from './appointments';
import { SessionMoney } from '../launch/session-money';
import { HostedData } from './hosted-data';
import type {
  TransitionRequest,
  notInSession,
  RosterDecisionResponse,
  TransitionResult,
} from './transition-request';
import { runTransitions } from './transition-transaction';

const batchSize = 128;
type Result = View | RosterDecisionResponse | typeof notInSession;

/**
 * Transitions that wait at the same time share a transaction, as enrolments do (docs/decisions/seat-allocation.md).
 */
@Injectable()
export class TransitionBatches {
  private readonly shared: BatchQueue<string, TransitionRequest, Result>;
  private readonly alone: BatchQueue<string, TransitionRequest, Result>;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    readonly clock: Clock,
    readonly hosted: HostedData,
    readonly money: SessionMoney,
    readonly appointments: Appointments,
    lanes: SessionWorkQueues,
  ) {
    const sessionOf = ({ session_id }: TransitionRequest) => session_id;
    this.shared = lanes.queue({ sessionOf, max: batchSize, retryAlone: true });
    this.alone = lanes.queue({ sessionOf, max: 1 });
  }

  /**
   * Makes a transition. Requests that arrive at the same time share a transaction.
   * @returns `notInSession` if the participation has moved to another session, or if another
   * transaction has locked its row
   * @throws DomainError illegal_transition, session_not_active, unavailable
   */
  make(transition: TransitionRequest): Promise<Result> {
    return this.shared.load(transition, (items, waits) => this.transact(items, waits, false));
  }

  /**
   * Like `make`, for a request that found the participation's row locked before: runs a transaction
   * that serves only this request and waits for the row.
   */
  makeAlone(transition: TransitionRequest): Promise<Result> {
    return this.alone.load(transition, (items, waits) => this.transact(items, waits, true));
  }

  private transact(
    transitions: readonly TransitionRequest[],
    waits: boolean,
    isPatient: boolean,
  ): Promise<TransitionResult[]> {
    return this.unitOfWork.run((tx) => runTransitions(tx, this, transitions, waits, isPatient));
  }
}
