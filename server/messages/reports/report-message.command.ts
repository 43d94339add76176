import { randomUUID } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '../../access/caller';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { RateLimit } from '../../platform/security/rate-limit';
import { Secrets } from '../../platform/security/secrets';
import { findConversation, type ConversationAddress } from '../conversation';
import { messagesRateLimits } from '../messages.rate-limits';

/**
 * Reports a message of the other side to the administrators. Reporting the same message again has
 * no effect.
 */
export class ReportMessage extends Command<void> {
  constructor(
    readonly address: ConversationAddress,
    readonly messageId: string,
    readonly reason: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ReportMessage)
export class ReportMessageHandler implements ICommandHandler<ReportMessage> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rateLimit: RateLimit,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found, also for a message of one's own side; too_many_requests */
  async execute({ address, messageId, reason, caller }: ReportMessage): Promise<void> {
    const { account_id } = caller.person;
    await this.rateLimit.consume(messagesRateLimits.report, account_id);
    return this.unitOfWork.run(
      async (tx) => {
        const now = this.clock.now();
        const { about, side } = await findConversation(
          tx,
          this.secrets,
          address,
          caller.person,
          now,
        );
        const [message] = await tx.query<{ id: string }>(
          `SELECT id FROM research.message
           WHERE id = $1 AND session_id = $2 AND participation_id = $3 AND sender <> $4`,
          [messageId, about.session_id, about.id, side],
        );
        if (!message) throw new DomainError('not_found');
        const id = randomUUID();
        const made = await tx.query<{ id: string }>(
          `INSERT INTO research.message_report (id, message_id, reported_by, reason, reported_on)
           VALUES ($1, $2, $3, $4, $5) ON CONFLICT (message_id) DO NOTHING RETURNING id`,
          [id, messageId, side, this.secrets.seal('message-report', id, reason), utcDay(now)],
        );
        if (made.length > 0 && !(await isAnotherOpen(tx, about.id, id)))
          tx.record('messages.message-reported', { report_id: id });
      },
      { requestId: caller.request_id },
    );
  }
}

/**
 * Whether another report about the conversation is open. Then the administrators already have a
 * mail about the conversation, and get no further one until its reports are decided.
 */
async function isAnotherOpen(tx: Transaction, participationId: string, reportId: string) {
  const [other] = await tx.query(
    `SELECT r.id FROM research.message m JOIN research.message_report r ON r.message_id = m.id
     WHERE m.participation_id = $1 AND r.state = 'open' AND r.id <> $2 LIMIT 1`,
    [participationId, reportId],
  );
  return other !== undefined;
}
