import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { mustActAsAdministrator } from '../../access/as-administrator';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import type { PayoutCheckRow } from './payout-check.entity';

/** Releases a payout that exceeded the reporting threshold. The job that continues payouts then makes it. */
export class ReleasePayout extends Command<void> {
  constructor(
    readonly id: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ReleasePayout)
export class ReleasePayoutHandler implements ICommandHandler<ReleasePayout> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Repeating the release changes nothing.
   * @throws DomainError forbidden; not_found, also if the payout was already made
   */
  execute({ id, caller }: ReleasePayout): Promise<void> {
    const { account_id } = caller.person;
    return this.unitOfWork.run(
      async (tx) => {
        await mustActAsAdministrator(tx, account_id);
        const [held] = await tx.query<Pick<PayoutCheckRow, 'state' | 'amount' | 'currency'>>(
          `SELECT state, amount, currency FROM identity.payout_check WHERE id = $1 FOR UPDATE`,
          [id],
        );
        if (!held) throw new DomainError('not_found');
        if (held.state === 'released') return;
        await tx.query(`UPDATE identity.payout_check SET state = 'released' WHERE id = $1`, [id]);
        const { amount, currency } = held;
        await tx.audit(
          'payout-released',
          { actor: account_id, details: { payout_check_id: id, amount, currency } },
          this.clock.now(),
        );
      },
      { requestId: caller.request_id },
    );
  }
}
