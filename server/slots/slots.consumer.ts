import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { UnitOfWork } from '../platform/db/unit-of-work';
import type { DomainEvent } from '../../contracts/base/events';
import { Clock } from '../platform/concurrency/clock';
import { Batcher } from '../platform/concurrency/batcher';
import type { EventConsumer } from '../platform/messaging/consumer';
import { cancelSlotsOfWithdrawnConsent } from './cancel-ahead';
import { sessionsWithPromotedReserves, recordPromotedReserves } from './bookings/promoted-reserves';

/**
 * When a participation ends, a reserve moves up to the free seat in the slot. This consumer
 * requests an email to the reserve at once. If it is interrupted, the job `slots` does so.
 * One query for all events that arrive together finds the sessions where a reserve moved up. For
 * all other sessions, no transaction runs.
 */
@Injectable()
export class SlotsConsumer implements EventConsumer {
  readonly name = 'slots';
  readonly concurrency = 5;
  readonly batch = 100;
  private readonly movedUp: Batcher<string, boolean>;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    source: DataSource,
    private readonly clock: Clock,
  ) {
    this.movedUp = new Batcher(async (ids) => {
      const found = await sessionsWithPromotedReserves(source.manager, ids);
      return ids.map((id) => found.has(id));
    });
  }

  private readonly tell = async ({
    data,
    request_id,
  }: DomainEvent<'enrolment.participant-left' | 'enrolment.participant-decided'>) => {
    if (!(await this.movedUp.load(data.session_id))) return;
    await this.unitOfWork.run((tx) => recordPromotedReserves(tx, data.session_id), {
      requestId: request_id,
    });
  };

  readonly on = {
    'enrolment.participant-left': this.tell,
    'enrolment.participant-decided': this.tell,
    // The withdrawal pauses the session permanently, so participants with a booking must not come.
    'studies.consent-withdrawn': ({ data, request_id }) =>
      this.unitOfWork.run(
        (tx) => cancelSlotsOfWithdrawnConsent(tx, data.consent_id, this.clock.now()),
        {
          requestId: request_id,
        },
      ),
  } satisfies EventConsumer['on'];
}
