import { randomUUID } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import { messagesLimits } from '../../contracts/messages/limits';
import type { Broadcast, NewBroadcast } from '../../contracts/messages/messages';
import type { Caller } from '../access/caller';
import { requireRightToRunSession } from '../enrolment/rosters/must-run-session';
import { Clock, days, addMilliseconds } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import { RateLimit } from '../platform/security/rate-limit';
import { Secrets } from '../platform/security/secrets';
import { broadcastView, broadcastColumns, type SentBroadcast } from './broadcasts.read';
import { storedMessageTime } from './message-view';
import { messagesRateLimits } from './messages.rate-limits';

const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Stores one message to all participants of a session whose participation is in one of the given
 * states. A worker writes it into their conversations.
 */
export class BroadcastMessage extends Command<{ broadcast: Broadcast; made: boolean }> {
  constructor(
    readonly sessionId: string,
    readonly body: z.output<typeof NewBroadcast>,
    readonly caller: Caller,
    /** The idempotency key: two calls with the same key write only one message. */
    readonly idempotencyKey: string | null,
  ) {
    super();
  }
}

@CommandHandler(BroadcastMessage)
export class BroadcastMessageHandler implements ICommandHandler<BroadcastMessage> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rateLimit: RateLimit,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found, forbidden, anonymity_not_confirmed, too_many_requests */
  async execute({ sessionId, body, caller, idempotencyKey }: BroadcastMessage) {
    const { account_id } = caller.person;
    await this.rateLimit.consume(messagesRateLimits.broadcast, account_id);
    return this.unitOfWork.run(
      async (tx) => {
        const about = await requireRightToRunSession(tx.manager, sessionId, account_id);
        if (about.privacy_level === 'anonymous' && !body.ends_anonymity)
          throw new DomainError('anonymity_not_confirmed');
        const id = randomUUID();
        const now = this.clock.now();
        const key =
          idempotencyKey &&
          this.secrets
            .mac('message-key', sessionId, `${account_id}:${idempotencyKey}`)
            .toString('hex', 0, 16);
        const [made] = await tx.query<SentBroadcast>(
          `INSERT INTO research.broadcast
             (id, session_id, text, states, sent_at, expires_at, after, write_key)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
           ON CONFLICT (session_id, write_key) DO NOTHING RETURNING ${broadcastColumns}`,
          [
            id,
            sessionId,
            this.secrets.seal('message-broadcast', id, body.text),
            [...new Set(body.states)],
            storedMessageTime(about.privacy_level, now),
            addMilliseconds(now, days(messagesLimits.messageDays)),
            beforeAll,
            key,
          ],
        );
        if (made) {
          tx.record('messages.broadcast-asked', { broadcast_id: id });
          return { broadcast: broadcastView(this.secrets, made), made: true };
        }
        const [earlier] = await tx.query<SentBroadcast>(
          `SELECT ${broadcastColumns} FROM research.broadcast
           WHERE session_id = $1 AND write_key = $2`,
          [sessionId, key],
        );
        if (!earlier) throw new Error('a broadcast was neither new nor there');
        return { broadcast: broadcastView(this.secrets, earlier), made: false };
      },
      { requestId: caller.request_id },
    );
  }
}
