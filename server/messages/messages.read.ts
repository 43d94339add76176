import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Conversation, ConversationMessages } from '../../contracts/messages/messages';
import { requireRightToRunSession } from '../enrolment/rosters/must-run-session';
import {
  rosterEntryOf,
  participationOfEntry,
  rosterTagOf,
} from '../enrolment/rosters/roster-entries';
import { eventsHiddenSince } from '../enrolment/model/state-of-day';
import { Clock } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { pageOfRows, decodeCursor } from '../platform/http/cursor';
import { badField } from '../platform/errors/errors';
import { Secrets } from '../platform/security/secrets';
import {
  findConversation,
  conversationExpiryCutoff,
  type ConversationAddress,
  type ConversationReader,
} from './conversation';
import { messageColumns, messageView, type MessageViewRow } from './message-view';
import {
  conversationView,
  isShownToResearchersSql,
  conversationColumnsSql,
  conversationsFromSql,
  type ConversationListRow,
} from './conversation-list';
import { hasConfirmedAnonymityEnd } from './write-message.command';

const Position = z.strictObject({ position: z.int() });
const Line = z.strictObject({ entry: z.string().max(200) });

export interface MessagePageRequest {
  limit: number;
  cursor: string | undefined;
}
export interface PageOfItems<T> {
  items: T[];
  next_cursor: string | null;
}
@Injectable()
export class MessagesRead {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads a page of a conversation, the newest messages first.
   * @throws DomainError not_found
   */
  of(
    address: ConversationAddress,
    reader: ConversationReader,
    { limit, cursor }: MessagePageRequest,
  ): Promise<ConversationMessages> {
    const before = decodeCursor(Position, cursor);
    return this.unitOfWork.run(async (tx) => {
      const seat = await findConversation(tx, this.secrets, address, reader, this.clock.now());
      const { about, side, tellsMoment } = seat;
      const rows = await tx.query<MessageViewRow>(
        `SELECT ${messageColumns} FROM research.message
         WHERE session_id = $1 AND participation_id = $2 AND ($3::int IS NULL OR position < $3)
         ORDER BY position DESC LIMIT $4`,
        [about.session_id, about.id, before?.position ?? null, limit + 1],
      );
      const page = pageOfRows(rows, limit, ({ position }) => ({ position }));
      const anonymous = about.privacy_level === 'anonymous';
      return {
        items: page.items.map((row) => messageView(this.secrets, row, tellsMoment)),
        next_cursor: page.next_cursor,
        study_id: about.study_id,
        study_title: about.study_title,
        session_id: about.session_id,
        anonymous,
        confirmed: !anonymous || (await hasConfirmedAnonymityEnd(tx, about, side)),
        ended: about.updated_at <= conversationExpiryCutoff(this.clock.now()),
        tag:
          side === 'researcher'
            ? rosterTagOf(this.secrets, about.session_id, about.pseudonym)
            : null,
      };
    });
  }

  /**
   * Lists the conversations of a session, in the order of the participations' ids, which are
   * random. The statement itself leaves out hidden conversations (conversation-list.ts). Otherwise
   * the last row of a page, which the cursor contains, could be a hidden conversation.
   * @throws DomainError forbidden for callers who may read the session but not run it, not_found
   * for all others
   */
  ofSession(
    sessionId: string,
    accountId: string,
    { limit, cursor }: MessagePageRequest,
  ): Promise<PageOfItems<Conversation>> {
    const line = decodeCursor(Line, cursor);
    const after = line && participationOfEntry(this.secrets, sessionId, line.entry);
    if (line && after === null) throw badField('cursor', 'invalid');
    return this.unitOfWork.run(async (tx) => {
      await requireRightToRunSession(tx.manager, sessionId, accountId);
      const talks = await tx.query<ConversationListRow>(
        `SELECT ${conversationColumnsSql('researcher')} FROM ${conversationsFromSql}
         WHERE c.session_id = $1 AND ($2::uuid IS NULL OR c.participation_id > $2)
           AND ${isShownToResearchersSql('$4')}
         ORDER BY c.participation_id LIMIT $3`,
        [sessionId, after ?? null, limit + 1, eventsHiddenSince('anonymous', this.clock.now())],
      );
      const page = pageOfRows(talks, limit, (last) => ({
        entry: rosterEntryOf(this.secrets, sessionId, last.participation_id),
      }));
      return { ...page, items: page.items.map((talk) => conversationView(this.secrets, talk)) };
    });
  }
}
