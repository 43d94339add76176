import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Conversation, Messages } from '../../contracts/messages';
import { presentAt, type Present } from '../enrolment/participations/discussed-participation';
import { mustRunSession } from '../enrolment/rosters/must-run-session';
import { entryOf, participationOf, tagOf } from '../enrolment/rosters/roster-entries';
import { Clock } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { pageOfRows, readCursor } from '../platform/http/cursor';
import { badField } from '../platform/http/errors';
import { Secrets } from '../platform/security/secrets';
import { conversationAt, quietBefore, type Address, type Reader } from './conversation';
import { dayOf, messageColumns, messageView, type Row } from './message-view';
import { hasConfirmed } from './write-message.command';

const Position = z.strictObject({ position: z.int() });
const Line = z.strictObject({ entry: z.string().max(200) });

export interface Asked {
  limit: number;
  cursor: string | undefined;
}
export interface PageOf<T> {
  items: T[];
  next_cursor: string | null;
}
/** A conversation as the lists show it. */
export interface Talk {
  session_id: string;
  participation_id: string;
  messages: number;
  /** Whether the participant has written. */
  answered: boolean;
  unread: boolean;
  last_from: Conversation['last_from'];
  last_at: Date;
}
/** The columns of a `Talk`, from research.conversation as `c`, as one side sees it. */
export const talkColumns = (side: 'participant' | 'researcher'): string => {
  const other = side === 'participant' ? 'researcher' : 'participant';
  return `c.session_id, c.participation_id, c.last AS messages, c.last_at,
    c.by_participant > 0 AS answered,
    c.by_${other} > c.${side}_read AS unread,
    CASE WHEN c.by_participant = c.last THEN 'participant' ELSE 'researcher' END AS last_from`;
};

/** A participant without a line on the roster yet is on no other list, unless they have written. */
export const isListed = (talk: Talk, { has_line }: Present): boolean => talk.answered || has_line;

/** What the researcher sees of a conversation, by the tag. */
export const conversationView = (
  secrets: Secrets,
  talk: Talk,
  pseudonym: Buffer,
): Conversation => ({
  entry: entryOf(secrets, talk.session_id, talk.participation_id),
  tag: tagOf(secrets, talk.session_id, pseudonym),
  messages: talk.messages,
  unread: talk.unread,
  last_from: talk.last_from,
  last_day: dayOf(talk.last_at),
});

@Injectable()
export class MessagesRead {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** Newest first. @throws DomainError not_found */
  of(address: Address, reader: Reader, { limit, cursor }: Asked): Promise<Messages> {
    const before = readCursor(Position, cursor);
    return this.unitOfWork.run(async (tx) => {
      const seat = await conversationAt(tx, this.secrets, address, reader, this.clock.now());
      const { about, side, tellsMoment } = seat;
      const rows = await tx.query<Row>(
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
        confirmed: !anonymous || (await hasConfirmed(tx, about, side)),
        ended: about.updated_at <= quietBefore(this.clock.now()),
        tag: side === 'researcher' ? tagOf(this.secrets, about.session_id, about.pseudonym) : null,
      };
    });
  }

  /**
   * By participation, whose ids are random: the order tells nothing. A participation that has moved to
   * another session is left out once its line is, since its tag there must not meet the messages of here.
   * @throws DomainError forbidden for others who may read the session, not_found for all else
   */
  ofSession(
    sessionId: string,
    accountId: string,
    { limit, cursor }: Asked,
  ): Promise<PageOf<Conversation>> {
    const line = readCursor(Line, cursor);
    const after = line && participationOf(this.secrets, sessionId, line.entry);
    if (line && after === null) throw badField('cursor', 'invalid');
    return this.unitOfWork.run(async (tx) => {
      await mustRunSession(tx.manager, sessionId, accountId);
      const talks = await tx.query<Talk>(
        `SELECT ${talkColumns('researcher')} FROM research.conversation c
         WHERE c.session_id = $1 AND ($2::uuid IS NULL OR c.participation_id > $2)
         ORDER BY c.participation_id LIMIT $3`,
        [sessionId, after ?? null, limit + 1],
      );
      const page = pageOfRows(talks, limit, (last) => ({
        entry: entryOf(this.secrets, sessionId, last.participation_id),
      }));
      const present = await presentAt(tx, page.items, 'researcher', this.clock.now());
      const byId = new Map(present.map((one) => [one.participation_id, one]));
      return {
        items: page.items.flatMap((talk) => {
          const at = byId.get(talk.participation_id);
          return at && isListed(talk, at)
            ? [conversationView(this.secrets, talk, at.pseudonym)]
            : [];
        }),
        next_cursor: page.next_cursor,
      };
    });
  }
}
