import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '../access/caller';
import { Clock } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { Secrets } from '../platform/security/secrets';
import { findConversation, type ConversationAddress } from './conversation';

/**
 * Records that the caller's side has read the messages up to this position. The stored position
 * never decreases.
 */
export class MarkConversationRead extends Command<void> {
  constructor(
    readonly address: ConversationAddress,
    readonly position: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(MarkConversationRead)
export class MarkConversationReadHandler implements ICommandHandler<MarkConversationRead> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found */
  execute({ address, position, caller }: MarkConversationRead): Promise<void> {
    return this.unitOfWork.run(async (tx) => {
      const now = this.clock.now();
      const { about, side } = await findConversation(tx, this.secrets, address, caller.person, now);
      await tx.query(
        `UPDATE research.conversation SET ${side}_read = least(last, $3)
         WHERE session_id = $1 AND participation_id = $2 AND ${side}_read < least(last, $3)`,
        [about.session_id, about.id, position],
      );
    });
  }
}
