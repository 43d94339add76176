import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type {
  ParticipantConversation,
  StudyConversation,
  UnreadCounts,
} from '../../contracts/messages/messages';
import { participationIdsOfAccount } from '../enrolment/participations/discussed-participation';
import { eventsHiddenSince } from '../enrolment/model/state-of-day';
import { Clock, utcDay } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { pageOfRows, decodeCursor } from '../platform/http/cursor';
import { badField } from '../platform/errors/errors';
import { Secrets } from '../platform/security/secrets';
import { mayOnStudySql } from '../studies/study.policy';
import type { MessagePageRequest, PageOfItems } from './messages.read';
import {
  conversationView,
  isShownToParticipantSql,
  isShownToResearchersSql,
  conversationColumnsSql,
  conversationsFromSql,
  type ConversationListRow,
} from './conversation-list';

/** The cursor is encrypted, since it names a participation. */
const Cursor = z.strictObject({ after: z.string().max(300) });
/**
 * `unread` is 0 or 1 instead of a boolean: both numbers have one digit, so that the length of an
 * encrypted cursor reveals nothing.
 */
const Position = z.strictObject({
  unread: z.literal([0, 1]),
  day: z.iso.date(),
  session: z.uuid(),
  id: z.uuid(),
});
type Position = z.output<typeof Position>;

/**
 * Unread conversations are counted up to this number, which is one more than the highest that the
 * badge shows.
 */
const counted = 100;

/** Reads one person's conversations: as a participant, and as a researcher of studies. */
@Injectable()
export class InboxRead {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Lists the conversations of the studies that the account runs: unread ones first, then by day;
   * within a day in the order of the random ids.
   */
  ofStudies(accountId: string, asked: MessagePageRequest): Promise<PageOfItems<StudyConversation>> {
    const after = this.position(accountId, asked.cursor);
    return this.unitOfWork.run(async (tx) => {
      const talks = await tx.query<ConversationListRow>(
        `SELECT * FROM (${ofStudiesSql('$7')}) c ${ordered}`,
        [accountId, ...placed(after, asked.limit), this.since()],
      );
      return this.page(accountId, talks, asked.limit, (talk) => ({
        ...conversationView(this.secrets, talk),
        ...ofStudy(talk),
      }));
    });
  }

  own(accountId: string, asked: MessagePageRequest): Promise<PageOfItems<ParticipantConversation>> {
    const after = this.position(accountId, asked.cursor);
    return this.unitOfWork.run(async (tx) => {
      const own = await participationIdsOfAccount(tx, accountId, this.secrets);
      const talks = await tx.query<ConversationListRow>(
        `SELECT * FROM (
           SELECT ${conversationColumnsSql('participant')} FROM ${conversationsFromSql}
           WHERE c.participation_id = ANY($1::uuid[])
             AND ${isShownToParticipantSql}) c ${ordered}`,
        [own, ...placed(after, asked.limit)],
      );
      return this.page(accountId, talks, asked.limit, (talk) => ({
        participation_id: talk.participation_id,
        messages: talk.messages,
        unread: talk.unread,
        last_from: talk.last_from,
        last_day: utcDay(talk.last_at),
        ...ofStudy(talk),
      }));
    });
  }

  /**
   * Counts the account's unread conversations: up to a hundred in which the account is the
   * participant, and up to a hundred of studies that the account runs.
   * @param runsStudies whether the account may run studies, as a researcher or as a student who
   * builds a study
   */
  unread(accountId: string, runsStudies: boolean): Promise<UnreadCounts> {
    return this.unitOfWork.run(async (tx) => {
      const own = await participationIdsOfAccount(tx, accountId, this.secrets);
      const waiting = await tx.query<{ id: string }>(
        `SELECT c.participation_id AS id FROM ${conversationsFromSql}
         WHERE c.participation_id = ANY($1::uuid[]) AND c.by_researcher > c.participant_read
           AND ${isShownToParticipantSql} LIMIT ${counted}`,
        [own],
      );
      const ofStudies = runsStudies
        ? await tx.query<ConversationListRow>(
            `${ofStudiesSql('$2')} AND c.by_participant > c.researcher_read LIMIT ${counted}`,
            [accountId, this.since()],
          )
        : [];
      return { own: waiting.length, of_studies: ofStudies.length };
    });
  }

  /**
   * Returns the time since when researchers do not see the events of anonymous sessions: the
   * beginning of today (UTC).
   */
  private since(): Date | null {
    return eventsHiddenSince('anonymous', this.clock.now());
  }

  private page<T>(
    accountId: string,
    talks: readonly ConversationListRow[],
    limit: number,
    view: (talk: ConversationListRow) => T,
  ): PageOfItems<T> {
    const page = pageOfRows(talks, limit, (last) => ({
      after: this.secrets
        .sealUnkept('message-list', accountId, JSON.stringify(positionOf(last)))
        .toString('base64url'),
    }));
    return { ...page, items: page.items.map(view) };
  }

  /** @throws DomainError validation_failed */
  private position(accountId: string, cursor: string | undefined): Position | null {
    const given = decodeCursor(Cursor, cursor);
    if (!given) return null;
    try {
      const sealed = Buffer.from(given.after, 'base64url');
      return Position.parse(JSON.parse(this.secrets.open('message-list', accountId, sealed)));
    } catch {
      throw badField('cursor', 'invalid');
    }
  }
}

const positionOf = ({
  unread,
  last_at,
  session_id,
  participation_id,
}: ConversationListRow): Position => ({
  unread: unread ? 1 : 0,
  day: utcDay(last_at),
  session: session_id,
  id: participation_id,
});
const ofStudy = ({ study_id, study_title, session_id }: ConversationListRow) => ({
  study_id,
  study_title,
  session_id,
});
/**
 * SQL: the conversations of the studies that the account may run.
 * @param since an SQL parameter: the time since when anonymous sessions hide events
 */
const ofStudiesSql = (since: string): string =>
  `SELECT ${conversationColumnsSql('researcher')}
   FROM ${conversationsFromSql} JOIN research.study_profile st ON st.id = s.study_id
   WHERE ${mayOnStudySql('run', 'st', '$1')} AND ${isShownToResearchersSql(since)}`;

const day = `(c.last_at AT TIME ZONE 'UTC')::date`;
/**
 * SQL: the order and the limits of one page.
 * - $2 to $5 are the values of the last entry of the previous page, or null; $6 is the number of
 *   rows.
 * - Within a day, the conversations of a session are together. Otherwise, if a participant moved
 *   today and has a conversation in both sessions, the two could be adjacent and show that they
 *   belong to the same person.
 */
const ordered = `
  WHERE $2::int IS NULL OR (c.unread::int, ${day}, c.session_id, c.participation_id)
    < ($2::int, $3::date, $4::uuid, $5::uuid)
  ORDER BY c.unread DESC, ${day} DESC, c.session_id DESC, c.participation_id DESC LIMIT $6`;
const placed = (
  after: Position | null,
  limit: number,
): [number | null, string | null, string | null, string | null, number] => [
  after?.unread ?? null,
  after?.day ?? null,
  after?.session ?? null,
  after?.id ?? null,
  limit + 1,
];
