import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../platform/db/unit-of-work';
import type { DomainEvent } from '../../contracts/base/events';
import type { Consumer } from '../platform/messaging/consumer';
import { tellMovedUp } from './bookings/moved-up';

/**
 * A seat of a slot that ended with the participation went to a reserve, who is told at once. The job
 * of the same name takes what was left over.
 */
@Injectable()
export class SlotsConsumer implements Consumer {
  readonly name = 'slots';
  readonly concurrency = 5;

  constructor(private readonly unitOfWork: UnitOfWork) {}

  private readonly tell = async ({
    data,
    request_id,
  }: DomainEvent<'enrolment.participant-left' | 'enrolment.participant-decided'>) => {
    await this.unitOfWork.run((tx) => tellMovedUp(tx, data.session_id), { requestId: request_id });
  };

  readonly on = {
    'enrolment.participant-left': this.tell,
    'enrolment.participant-decided': this.tell,
  } satisfies Consumer['on'];
}
