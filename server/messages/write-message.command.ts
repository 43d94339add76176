import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { Message, NewMessage, ConversationParty } from '../../contracts/messages/messages';
import type { Caller } from '../access/caller';
import type { ParticipationForMessages } from '../enrolment/participations/discussed-participation';
import { Clock } from '../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import { RateLimit } from '../platform/security/rate-limit';
import { Secrets } from '../platform/security/secrets';
import { appendMessages } from './append-messages';
import {
  lockConversation,
  conversationExpiryCutoff,
  type ConversationAddress,
} from './conversation';
import { messageColumns, messageView, type MessageViewRow } from './message-view';
import { messagesRateLimits } from './messages.rate-limits';

/**
 * Writes a message to the other side of a conversation: a participant to the researchers, or a
 * researcher to the participant. Returns the message, and whether it is new.
 */
export class WriteMessage extends Command<{ message: Message; made: boolean }> {
  constructor(
    readonly address: ConversationAddress,
    readonly body: z.output<typeof NewMessage>,
    readonly caller: Caller,
    /** The idempotency key: two calls with the same key write only one message. */
    readonly idempotencyKey: string | null,
  ) {
    super();
  }
}

@CommandHandler(WriteMessage)
export class WriteMessageHandler implements ICommandHandler<WriteMessage> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rateLimit: RateLimit,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found, conversation_ended, anonymity_not_confirmed, too_many_requests */
  async execute({ address, body, caller, idempotencyKey }: WriteMessage) {
    const { account_id } = caller.person;
    await this.rateLimit.consume(messagesRateLimits.write, account_id);
    return this.unitOfWork.run(
      async (tx) => {
        const asked = this.clock.now();
        const seat = await lockConversation(tx, this.secrets, address, caller.person, asked);
        const { about, side, tellsMoment } = seat;
        const key = idempotencyKey && `${side}:${account_id}:${idempotencyKey}`;
        // Only a keyed hash of the idempotency key is stored, since the caller may have chosen a
        // key that identifies them.
        const writeKey =
          key === null
            ? null
            : this.secrets.mac('message-key', about.id, key).toString('hex', 0, 16);
        const earlier = writeKey && (await writtenWith(tx, about, writeKey));
        if (earlier)
          return { message: messageView(this.secrets, earlier, tellsMoment), made: false };
        const now = this.clock.now();
        if (about.updated_at <= conversationExpiryCutoff(now))
          throw new DomainError('conversation_ended');
        if (about.privacy_level === 'anonymous' && !body.ends_anonymity)
          if (!(await hasConfirmedAnonymityEnd(tx, about, side)))
            throw new DomainError('anonymity_not_confirmed');
        const [row] = await appendMessages(
          tx,
          this.secrets,
          {
            session_id: about.session_id,
            study_id: about.study_id,
            participation_ids: [about.id],
            level: about.privacy_level,
            sender: side,
            text: body.text,
            key: writeKey,
          },
          now,
        );
        if (!row) throw new Error('a message was neither new nor there');
        return { message: messageView(this.secrets, row, tellsMoment), made: true };
      },
      {
        requestId: caller.request_id,
        turn: 'entry' in address ? address.sessionId : address.participationId,
      },
    );
  }
}

async function writtenWith(tx: Transaction, { id }: ParticipationForMessages, key: string) {
  const [row] = await tx.query<MessageViewRow>(
    `SELECT ${messageColumns} FROM research.message WHERE participation_id = $1 AND write_key = $2`,
    [id, key],
  );
  return row;
}

/**
 * Whether this side has already confirmed the warning that a name in a message ends the
 * participant's anonymity. Each side must confirm the warning when it writes its first message in a
 * conversation. So a side that has written before has confirmed it.
 */
export async function hasConfirmedAnonymityEnd(
  tx: Transaction,
  { session_id, id }: Pick<ParticipationForMessages, 'session_id' | 'id'>,
  side: ConversationParty,
): Promise<boolean> {
  const [found] = await tx.query<{ wrote: boolean }>(
    `SELECT by_${side} > 0 AS wrote FROM research.conversation
     WHERE session_id = $1 AND participation_id = $2`,
    [session_id, id],
  );
  return found?.wrote === true;
}
