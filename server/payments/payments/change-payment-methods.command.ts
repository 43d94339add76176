import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { paymentMethods, type PaymentMethods } from '../../../contracts/payments/payments';
import type { Caller } from '../../access/caller';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { StudyGate } from '../../studies/people/study-gate';
import { scheduleStockRecount } from '../gift-codes/shortages';

/** Sets how participants of a study may be paid. Payments whose method is already chosen do not change. */
export class ChangePaymentMethods extends Command<void> {
  constructor(
    readonly studyId: string,
    readonly methods: PaymentMethods['methods'],
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ChangePaymentMethods)
export class ChangePaymentMethodsHandler implements ICommandHandler<ChangePaymentMethods> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly gate: StudyGate,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found, forbidden */
  async execute({ studyId, methods, caller }: ChangePaymentMethods): Promise<void> {
    await this.gate.must('edit', studyId, caller.person.account_id);
    await this.unitOfWork.run(
      async (tx) => {
        await tx.query(
          `INSERT INTO research.payment_methods (study_id, methods) VALUES ($1, $2)
           ON CONFLICT (study_id) DO UPDATE SET methods = excluded.methods`,
          [studyId, paymentMethods.filter((method) => methods.includes(method))],
        );
        await scheduleStockRecount(tx, { study_id: studyId }, utcDay(this.clock.now()));
      },
      { requestId: caller.request_id },
    );
  }
}
