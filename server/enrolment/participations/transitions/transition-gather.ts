import { Injectable } from '@nestjs/common';
import type { Participation as View } from '../../../../contracts/enrolment/participations';
import { Clock } from '../../../platform/concurrency/clock';
import { UnitOfWork } from '../../../platform/db/unit-of-work';
import { isOfOne, SessionLanes } from '../../seats/session-lanes';
import { Appointments } from './appointments';
import { HostedData } from './hosted-data';
import type { Asked, missed, Told, TransitionAnswer } from './asked';
import { runTransitions } from './transition-transaction';

const batchSize = 128;

/**
 * Transitions that wait at the same moment share a transaction, as enrolments do
 * (docs/decisions/seat-allocation.md).
 */
@Injectable()
export class TransitionGather {
  private readonly gathered: (
    sessionId: string,
    asked: Asked,
  ) => Promise<View | Told | typeof missed>;
  private readonly alone: (sessionId: string, asked: Asked) => Promise<View | Told | typeof missed>;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    readonly clock: Clock,
    readonly hosted: HostedData,
    readonly appointments: Appointments,
    lanes: SessionLanes,
  ) {
    this.gathered = lanes.gather<Asked, View | Told | typeof missed>({
      max: batchSize,
      run: (asked, waits) => this.run(asked, waits),
    });
    this.alone = lanes.gather<Asked, View | Told | typeof missed>({
      max: 1,
      run: (asked, waits) => this.transact(asked, waits, true),
    });
  }

  /**
   * @returns `missed` where the participation is in another session meanwhile, or where another
   * transaction holds its row
   * @throws DomainError illegal_transition, session_not_active, unavailable
   */
  ask(asked: Asked): Promise<View | Told | typeof missed> {
    return this.gathered(asked.session_id, asked);
  }

  /**
   * As `ask`, in a transaction of its own that waits for the participation's row: for a request
   * that missed it once.
   */
  askAlone(asked: Asked): Promise<View | Told | typeof missed> {
    return this.alone(asked.session_id, asked);
  }

  private async run(asked: Asked[], waits: boolean): Promise<(TransitionAnswer | Error)[]> {
    try {
      return await this.transact(asked, waits);
    } catch (error) {
      if (asked.length === 1 || !isOfOne(error, waits)) throw error;
      // The failure of one must not fail the others: each runs again alone.
      const answers: (TransitionAnswer | Error)[] = [];
      for (const one of asked)
        answers.push(
          ...(await this.transact([one], waits).catch((e: unknown) => [
            e instanceof Error ? e : new Error(String(e)),
          ])),
        );
      return answers;
    }
  }

  private transact(
    asked: readonly Asked[],
    waits: boolean,
    isPatient = false,
  ): Promise<TransitionAnswer[]> {
    return this.unitOfWork.run((tx) => runTransitions(tx, this, asked, waits, isPatient));
  }
}
