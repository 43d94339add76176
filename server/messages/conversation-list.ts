import { utcDay } from '../platform/concurrency/clock';
import type { Conversation } from '../../contracts/messages/messages';
import {
  isOnRosterSql,
  eventsHiddenSinceSql,
  joinSessionAndParticipationSql,
} from '../enrolment/participations/discussed-participation';
import { rosterEntryOf, rosterTagOf } from '../enrolment/rosters/roster-entries';
import type { Transaction } from '../platform/db/unit-of-work';
import type { Secrets } from '../platform/security/secrets';

/** A conversation as the lists of conversations show it. */
export interface ConversationListRow {
  session_id: string;
  participation_id: string;
  pseudonym: Buffer;
  study_id: string;
  study_title: string;
  messages: number;
  unread: boolean;
  last_from: Conversation['last_from'];
  last_at: Date;
}
type Side = Conversation['last_from'];

/** SQL: conversations `c`, each with its session `s` and participation `p`. */
export const conversationsFromSql = `research.conversation c ${joinSessionAndParticipationSql('c')}`;

/** The columns of a `ConversationListRow`, as one side sees it. */
export const conversationColumnsSql = (side: Side): string => {
  const other = side === 'participant' ? 'researcher' : 'participant';
  return `c.session_id, c.participation_id, p.pseudonym, p.study_id,
    s.snapshot->>'title' AS study_title, c.last AS messages, c.last_at,
    c.by_${other} > c.${side}_read AS unread,
    CASE WHEN c.by_participant = c.last THEN 'participant' ELSE 'researcher' END AS last_from`;
};

/**
 * SQL condition: the participant has written in this session since the given time.
 * @param c an alias of research.conversation
 * @param since an operand
 */
const wroteSince = (c: string, since: string): string => `EXISTS (
  SELECT FROM research.message w
  WHERE w.session_id = ${c}.session_id AND w.participation_id = ${c}.participation_id
    AND w.sender = 'participant' AND w.sent_at >= ${since})`;

/** SQL condition: a conversation is shown to its participant. It is part of the statement that selects the page. */
export const isShownToParticipantSql = `p.session_id = c.session_id`;

/**
 * SQL condition: a conversation is shown to its researchers. It is shown if the session's roster
 * has a line for the participant; in an anonymous session also if the participant wrote there
 * today, whichever session they are in now, since a message shows immediately, but joining or
 * leaving does not. The condition is part of the statement that selects the page: filtering
 * afterwards would reveal hidden rows by short pages and cursors.
 * @param since a parameter: since when an anonymous session hides events
 */
export const isShownToResearchersSql = (since: string): string =>
  `(${isOnRosterSql('p', 's', since)}
    OR (c.by_participant > 0 AND ${wroteSince('c', eventsHiddenSinceSql('s', since))}))`;

/**
 * Whether a conversation whose participant has no line on the roster is shown to its researchers
 * nevertheless, because the participant has written there since this time.
 */
export async function hasParticipantWrittenSince(
  tx: Transaction,
  at: { session_id: string; id: string },
  since: Date | null,
): Promise<boolean> {
  if (since === null) return false;
  const [found] = await tx.query<{ wrote: boolean }>(
    `SELECT ${wroteSince('c', '$3::timestamptz')} AS wrote FROM research.conversation c
     WHERE c.session_id = $1 AND c.participation_id = $2`,
    [at.session_id, at.id, since],
  );
  return found?.wrote === true;
}

/** A conversation as the researcher sees it, by the tag. */
export const conversationView = (secrets: Secrets, talk: ConversationListRow): Conversation => ({
  entry: rosterEntryOf(secrets, talk.session_id, talk.participation_id),
  tag: rosterTagOf(secrets, talk.session_id, talk.pseudonym),
  messages: talk.messages,
  unread: talk.unread,
  last_from: talk.last_from,
  last_day: utcDay(talk.last_at),
});
