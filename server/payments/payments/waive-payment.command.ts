import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import type { Caller } from '../../access/caller';
import { OwnParticipationRead } from '../../enrolment/participations/own-participation.read';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { Payouts } from '../payouts/payouts';
import { lockPayment } from '../model/payment-lock';
import { readOwnPayment, readPayment } from '../model/payment-facts';

/** The participant gives the payment up; the money returns to the researcher. */
export class WaivePayment extends Command<void> {
  constructor(
    readonly paymentId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(WaivePayment)
export class WaivePaymentHandler implements ICommandHandler<WaivePayment> {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly own: OwnParticipationRead,
    private readonly payouts: Payouts,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError not_found; already_decided if the payment is being paid, or nothing is owed
   */
  async execute({ paymentId, caller }: WaivePayment): Promise<void> {
    const { id } = await readOwnPayment(
      this.source.manager,
      this.own,
      paymentId,
      caller.person.account_id,
    );
    await this.unitOfWork.run(
      async (tx) => {
        await lockPayment(tx, id);
        const waived = await tx.query(
          `UPDATE research.payment SET state = 'waived', method = NULL, day = $2
           WHERE id = $1 AND state IN ('due', 'approved', 'failed') RETURNING id`,
          [id, utcDay(this.clock.now())],
        );
        if (waived.length > 0) tx.record('payments.payment-changed', { payment_id: id });
        else if ((await readPayment(tx, id)).state !== 'waived')
          throw new DomainError('already_decided');
      },
      { requestId: caller.request_id },
    );
    await this.payouts.drop(id);
  }
}
