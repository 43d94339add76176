import { Injectable } from '@nestjs/common';
import {
  sessionForMessages,
  lockBroadcastRecipients,
} from '../enrolment/participations/discussed-participation';
import { eventsHiddenSince } from '../enrolment/model/state-of-day';
import { Clock, minutes } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import type { ScheduledJob } from '../platform/messaging/consumer';
import { Secrets } from '../platform/security/secrets';
import { appendMessages } from './append-messages';
import { conversationExpiryCutoff } from './conversation';
import type { BroadcastRow } from './message.entity';

/**
 * How many recipients get the message in one transaction. The number is small, since the
 * transaction delays every transition of these recipients until it ends.
 */
const atOnce = 200;

type Waiting = Pick<BroadcastRow, 'id' | 'session_id' | 'text' | 'states' | 'after'>;

/**
 * Writes broadcasts to their recipients, one page of recipients at a time. The transaction that
 * writes a page also stores its last recipient. If a worker dies, another worker continues after
 * this recipient: each recipient gets the message exactly once. Several workers take different
 * broadcasts.
 */
@Injectable()
export class SendBroadcastsJob implements ScheduledJob {
  readonly name = 'send-broadcasts';
  readonly everyMs = minutes(1);
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  isDue(): string {
    return 'EXISTS (SELECT FROM research.broadcast WHERE NOT done)';
  }

  /** @returns the number of recipients written to */
  async run(most = atOnce): Promise<number> {
    let count = 0;
    for (let sent: number | undefined = 0; sent !== undefined; sent = await this.page(most))
      count += sent;
    return count;
  }

  /**
   * Writes one page of the first broadcast that no other worker has locked.
   * @returns the number of recipients written to; undefined if no broadcast is waiting
   */
  private page(most: number): Promise<number | undefined> {
    return this.unitOfWork.run(async (tx) => {
      const [waiting] = await tx.query<Waiting>(
        `SELECT id, session_id, text, states, after FROM research.broadcast WHERE NOT done
         ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
      );
      if (!waiting) return undefined;
      const { id, session_id, states, after } = waiting;
      const about = await sessionForMessages(tx, session_id);
      const now = this.clock.now();
      const audience = about
        ? await lockBroadcastRecipients(
            tx,
            {
              sessionId: session_id,
              states,
              after,
              since: conversationExpiryCutoff(now),
              hidden: eventsHiddenSince(about.privacy_level, now),
            },
            most,
          )
        : [];
      if (about && audience.length > 0)
        await appendMessages(
          tx,
          this.secrets,
          {
            session_id,
            study_id: about.study_id,
            participation_ids: audience.map((one) => one.id),
            level: about.privacy_level,
            sender: 'researcher',
            text: this.secrets.open('message-broadcast', id, waiting.text),
            key: `broadcast:${id}`,
          },
          now,
        );
      await tx.query(
        `UPDATE research.broadcast SET after = $2, sent = sent + $3, done = $4 WHERE id = $1`,
        [id, audience.at(-1)?.id ?? after, audience.length, audience.length < most],
      );
      return audience.length;
    });
  }
}
