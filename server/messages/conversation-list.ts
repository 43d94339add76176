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

/** A conversation, as the inbox and the researcher's list of a session's conversations show it. */
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

/**
 * SQL for `FROM`: conversations `c`, joined with the session `s` and the participation `p` of each.
 */
export const conversationsFromSql = `research.conversation c ${joinSessionAndParticipationSql('c')}`;

/**
 * SQL for the columns of a `ConversationListRow`, from the view of one side. `unread` says whether
 * the other side has written since this side last read the conversation.
 */
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
 * @param since an SQL operand: the given time
 */
const wroteSince = (c: string, since: string): string => `EXISTS (
  SELECT FROM research.message w
  WHERE w.session_id = ${c}.session_id AND w.participation_id = ${c}.participation_id
    AND w.sender = 'participant' AND w.sent_at >= ${since})`;

/**
 * SQL condition: the participant may see a conversation, because they still are in its session. Use
 * it in the statement that selects the page: filtering afterwards would make pages too short.
 */
export const isShownToParticipantSql = `p.session_id = c.session_id`;

/**
 * SQL condition: researchers may see a conversation in two cases:
 * - The session's roster has a line for the participant.
 * - The session is anonymous, and the participant wrote in it today, even if the participant has
 *   moved to another session since. Messages appear immediately, but joining and leaving do not
 *   appear before the next day.
 *
 * Use the condition in the statement that selects the page: filtering afterwards would reveal
 * hidden conversations by short pages and cursors.
 * @param since an SQL parameter: the time from which on an anonymous session hides events
 */
export const isShownToResearchersSql = (since: string): string =>
  `(${isOnRosterSql('p', 's', since)}
    OR (c.by_participant > 0 AND ${wroteSince('c', eventsHiddenSinceSql('s', since))}))`;

/**
 * Whether the participant has written in the conversation since the given time. If so, researchers
 * may see the conversation although the roster has no line for the participant.
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

/** Converts a conversation for its researchers, who see the participant's tag and not the name. */
export const conversationView = (secrets: Secrets, talk: ConversationListRow): Conversation => ({
  entry: rosterEntryOf(secrets, talk.session_id, talk.participation_id),
  tag: rosterTagOf(secrets, talk.session_id, talk.pseudonym),
  messages: talk.messages,
  unread: talk.unread,
  last_from: talk.last_from,
  last_day: utcDay(talk.last_at),
});
