import { Injectable } from '@nestjs/common';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import type { EventConsumer } from '../../platform/messaging/consumer';
import { scheduleStockRecount } from './shortages';

/**
 * Counts a researcher's gift codes again when a session is launched or changed: its participants
 * may then choose more codes than are in stock.
 */
@Injectable()
export class GiftCodesConsumer implements EventConsumer {
  readonly name = 'gift-codes';
  readonly concurrency = 2;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  private readonly count = ({ data }: { data: { session_id: string } }): Promise<void> =>
    this.unitOfWork.run((tx) =>
      scheduleStockRecount(tx, { session_id: data.session_id }, utcDay(this.clock.now())),
    );

  readonly on = {
    'enrolment.session-launched': this.count,
    'enrolment.session-changed': this.count,
  } satisfies EventConsumer['on'];
}
