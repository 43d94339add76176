import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { OwnConversation, StudyConversation, Unread } from '../../contracts/messages';
import {
  participationsOf,
  presentAt,
  type Place,
  type Present,
} from '../enrolment/participations/discussed-participation';
import { Clock } from '../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../platform/db/unit-of-work';
import { pageOfRows, readCursor } from '../platform/http/cursor';
import { badField } from '../platform/http/errors';
import { Secrets } from '../platform/security/secrets';
import { mayOnStudySql } from '../studies/study.policy';
import { dayOf } from './message-view';
import {
  conversationView,
  isListed,
  talkColumns,
  type Asked,
  type PageOf,
  type Talk,
} from './messages.read';

/** Sealed, since it names a participation. */
const Cursor = z.strictObject({ after: z.string().max(300) });
const Position = z.strictObject({ unread: z.boolean(), day: z.iso.date(), id: z.uuid() });
type Position = z.output<typeof Position>;

/** More than the badge tells. */
const counted = 100;

/** The conversations of one person, on both sides. */
@Injectable()
export class InboxRead {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** Unread ones first, then by day; within a day in the order of random ids, which tells nothing. */
  ofStudies(accountId: string, asked: Asked): Promise<PageOf<StudyConversation>> {
    const after = this.position(accountId, asked.cursor);
    return this.unitOfWork.run(async (tx) => {
      const talks = await tx.query<Talk>(`SELECT * FROM (${ofStudiesSql(`true`)}) c ${ordered}`, [
        accountId,
        ...placed(after, asked.limit),
      ]);
      return this.page(tx, accountId, talks, asked.limit, 'researcher', (talk, at) =>
        isListed(talk, at)
          ? { ...conversationView(this.secrets, talk, at.pseudonym), ...ofStudy(at) }
          : null,
      );
    });
  }

  own(accountId: string, asked: Asked): Promise<PageOf<OwnConversation>> {
    const after = this.position(accountId, asked.cursor);
    return this.unitOfWork.run(async (tx) => {
      const own = await participationsOf(tx, accountId, this.secrets);
      const talks = await tx.query<Talk>(
        `SELECT * FROM (
           SELECT ${talkColumns('participant')} FROM research.conversation c
           WHERE c.participation_id = ANY($1::uuid[])) c ${ordered}`,
        [own, ...placed(after, asked.limit)],
      );
      return this.page(tx, accountId, talks, asked.limit, 'participant', (talk, at) => ({
        participation_id: talk.participation_id,
        messages: talk.messages,
        unread: talk.unread,
        last_from: talk.last_from,
        last_day: dayOf(talk.last_at),
        ...ofStudy(at),
      }));
    });
  }

  unread(accountId: string, isResearcher: boolean): Promise<Unread> {
    return this.unitOfWork.run(async (tx) => {
      const own = await participationsOf(tx, accountId, this.secrets);
      const waiting = await tx.query<Place>(
        `SELECT c.session_id, c.participation_id FROM research.conversation c
         WHERE c.participation_id = ANY($1::uuid[]) AND c.by_researcher > c.participant_read
         LIMIT ${counted}`,
        [own],
      );
      const ofStudies = isResearcher
        ? await tx.query<Talk>(
            `${ofStudiesSql('c.by_participant > c.researcher_read')} LIMIT ${counted}`,
            [accountId],
          )
        : [];
      return {
        own: (await presentAt(tx, waiting, 'participant', this.clock.now())).length,
        of_studies: (await presentAt(tx, ofStudies, 'researcher', this.clock.now())).length,
      };
    });
  }

  /**
   * Conversations whose participation has moved to another session are left out, as in the lists of
   * sessions.
   */
  private async page<T>(
    tx: Transaction,
    accountId: string,
    talks: readonly Talk[],
    limit: number,
    side: 'participant' | 'researcher',
    view: (talk: Talk, at: Present) => T | null,
  ): Promise<PageOf<T>> {
    const page = pageOfRows(talks, limit, (last) => ({
      after: this.secrets
        .sealUnkept('message-list', accountId, JSON.stringify(positionOf(last)))
        .toString('base64url'),
    }));
    const present = new Map(
      (await presentAt(tx, page.items, side, this.clock.now())).map((one) => [placeOf(one), one]),
    );
    return {
      items: page.items.flatMap((talk) => {
        const at = present.get(placeOf(talk));
        const shown = at ? view(talk, at) : null;
        return shown ? [shown] : [];
      }),
      next_cursor: page.next_cursor,
    };
  }

  /** @throws DomainError validation_failed */
  private position(accountId: string, cursor: string | undefined): Position | null {
    const given = readCursor(Cursor, cursor);
    if (!given) return null;
    try {
      const sealed = Buffer.from(given.after, 'base64url');
      return Position.parse(JSON.parse(this.secrets.open('message-list', accountId, sealed)));
    } catch {
      throw badField('cursor', 'invalid');
    }
  }
}

const positionOf = ({ unread, last_at, participation_id }: Talk): Position => ({
  unread,
  day: dayOf(last_at),
  id: participation_id,
});
const placeOf = ({ session_id, participation_id }: Place) => `${session_id} ${participation_id}`;
const ofStudy = ({ study_id, study_title, session_id }: Present) => ({
  study_id,
  study_title,
  session_id,
});
const ofStudiesSql = (condition: string): string =>
  `SELECT ${talkColumns('researcher')}
   FROM research.study_profile st JOIN research.recruitment r ON r.study_id = st.id
   JOIN research.conversation c ON c.session_id = r.id
   WHERE ${mayOnStudySql('run', 'st', '$1')} AND ${condition}`;

const day = `(c.last_at AT TIME ZONE 'UTC')::date`;
/** $2 to $4 the last entry of the page before, or null, $5 rows. */
const ordered = `
  WHERE $2::boolean IS NULL
    OR (c.unread::int, ${day}, c.participation_id) < ($2::boolean::int, $3::date, $4::uuid)
  ORDER BY c.unread DESC, ${day} DESC, c.participation_id DESC LIMIT $5`;
const placed = (
  after: Position | null,
  limit: number,
): [boolean | null, string | null, string | null, number] => [
  after?.unread ?? null,
  after?.day ?? null,
  after?.id ?? null,
  limit + 1,
];
