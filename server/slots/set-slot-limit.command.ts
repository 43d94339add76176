import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '../access/caller';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { managedSession } from './managed-session.read';

/** Sets the deadline for booking, moving and cancelling: this many hours before a slot begins. */
export class SetSlotChangeLimit extends Command<{ change_until_hours: number }> {
  constructor(
    readonly sessionId: string,
    readonly hours: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(SetSlotChangeLimit)
export class SetSlotChangeLimitHandler implements ICommandHandler<SetSlotChangeLimit> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws DomainError not_found */
  execute({ sessionId, hours, caller }: SetSlotChangeLimit) {
    return this.unitOfWork.run(
      async (tx) => {
        const { account_id } = caller.person;
        const { study_id } = await managedSession(tx.manager, 'run', sessionId, account_id);
        await tx.query(
          `INSERT INTO research.slot_plan (session_id, change_until_hours) VALUES ($1, $2)
           ON CONFLICT (session_id) DO UPDATE SET change_until_hours = excluded.change_until_hours`,
          [sessionId, hours],
        );
        tx.record('slots.calendar-changed', { session_id: sessionId, study_id });
        return { change_until_hours: hours };
      },
      { requestId: caller.request_id, turn: sessionId },
    );
  }
}
