import { utcDay } from '../platform/concurrency/clock';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Broadcast } from '../../contracts/messages/messages';
import { requireRightToRunSession } from '../enrolment/rosters/must-run-session';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { pageOfRows, decodeCursor } from '../platform/http/cursor';
import { Secrets } from '../platform/security/secrets';
import type { BroadcastRow } from './message.entity';
import type { MessagePageRequest, PageOfItems } from './messages.read';

export type SentBroadcast = Pick<
  BroadcastRow,
  'id' | 'text' | 'states' | 'sent_at' | 'sent' | 'done'
>;
export const broadcastColumns = 'id, text, states, sent_at, sent, done';

export const broadcastView = (secrets: Secrets, row: SentBroadcast): Broadcast => ({
  _id: row.id,
  text: secrets.open('message-broadcast', row.id, row.text),
  states: row.states,
  day: utcDay(row.sent_at),
  sent: row.sent,
  done: row.done,
});

const Position = z.strictObject({ at: z.iso.datetime(), id: z.uuid() });

@Injectable()
export class BroadcastsRead {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Lists the broadcasts of a session, those of the latest day first.
   * @throws DomainError not_found, forbidden
   */
  ofSession(
    sessionId: string,
    accountId: string,
    { limit, cursor }: MessagePageRequest,
  ): Promise<PageOfItems<Broadcast>> {
    const after = decodeCursor(Position, cursor);
    return this.unitOfWork.run(async (tx) => {
      await requireRightToRunSession(tx.manager, sessionId, accountId);
      const rows = await tx.query<SentBroadcast>(
        `SELECT ${broadcastColumns} FROM research.broadcast
         WHERE session_id = $1 AND ($2::timestamptz IS NULL
           OR (date_trunc('milliseconds', sent_at), id) < ($2, $3::uuid))
         ORDER BY date_trunc('milliseconds', sent_at) DESC, id DESC LIMIT $4`,
        [sessionId, after?.at ?? null, after?.id ?? null, limit + 1],
      );
      const page = pageOfRows(rows, limit, (last) => ({
        at: last.sent_at.toISOString(),
        id: last.id,
      }));
      return { ...page, items: page.items.map((row) => broadcastView(this.secrets, row)) };
    });
  }
}
