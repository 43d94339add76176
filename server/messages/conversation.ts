import type { ConversationParty } from '../../contracts/messages/messages';
import { messagesLimits } from '../../contracts/messages/limits';
import type { Person } from '../access/person';
import {
  participationForMessages,
  isOwnParticipation,
  lockParticipationForMessages,
  type ParticipationForMessages,
} from '../enrolment/participations/discussed-participation';
import { requireRightToRunSession } from '../enrolment/rosters/must-run-session';
import { participationOfEntry } from '../enrolment/rosters/roster-entries';
import { showsName } from '../enrolment/rosters/roster.rule';
import { eventsHiddenSince } from '../enrolment/model/state-of-day';
import { days, utcDay } from '../platform/concurrency/clock';
import type { Transaction } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import type { Secrets } from '../platform/security/secrets';
import { hasParticipantWrittenSince } from './conversation-list';

/**
 * How a caller names a conversation: the participant by the id of the participation, a researcher
 * by a line of the session's roster.
 */
export type ConversationAddress =
  | { participationId: string }
  | { sessionId: string; entry: string };

/** A conversation that the caller may read, with the side from which the caller reads it. */
export interface ConversationAccess {
  about: ParticipationForMessages;
  side: ConversationParty;
  /**
   * Whether the reader sees the exact times of messages. If not, the reader sees only the days, as
   * on the roster.
   */
  tellsMoment: boolean;
}

export type ConversationReader = Pick<Person, 'account_id' | 'researcher_privilege'>;

/**
 * Finds the conversation and whether the caller reads it as participant or as researcher.
 * Researchers see exact times if the roster shows them the participant's name. To editors, and to
 * researchers who are not approved, every session looks like an anonymous one.
 * @throws DomainError not_found, also for another person's participation; forbidden
 */
export async function findConversation(
  tx: Transaction,
  secrets: Secrets,
  address: ConversationAddress,
  { account_id: accountId, researcher_privilege }: ConversationReader,
  now: Date,
): Promise<ConversationAccess> {
  if ('participationId' in address) {
    const about = await participationForMessages(tx, address.participationId, accountId);
    if (!about || !isOwnParticipation(secrets, about, accountId))
      throw new DomainError('not_found');
    return { about, side: 'participant', tellsMoment: about.privacy_level !== 'anonymous' };
  }
  await requireRightToRunSession(tx.manager, address.sessionId, accountId);
  const id = participationOfEntry(secrets, address.sessionId, address.entry);
  const roster = { session_id: address.sessionId, now };
  const about = id === null ? undefined : await participationForMessages(tx, id, accountId, roster);
  if (!about?.runs) throw new DomainError('not_found');
  // A researcher cannot open a conversation that the lists of conversations hide.
  const since = eventsHiddenSince(about.privacy_level, now);
  if (!about.has_line && !(await hasParticipantWrittenSince(tx, about, since)))
    throw new DomainError('not_found');
  return {
    about,
    side: 'researcher',
    tellsMoment:
      about.sees_names &&
      researcher_privilege === true &&
      showsName(about.privacy_level, about.state, about.has_started),
  };
}

/**
 * Like `findConversation`, but first locks the participation until the transaction ends, so that
 * messages are written one after the other.
 */
export async function lockConversation(
  tx: Transaction,
  secrets: Secrets,
  address: ConversationAddress,
  reader: ConversationReader,
  now: Date,
): Promise<ConversationAccess> {
  const { about } = await findConversation(tx, secrets, address, reader, now);
  await lockParticipationForMessages(tx, about.id);
  return findConversation(tx, secrets, address, reader, now);
}

/**
 * Conversations are deleted if the last transition of their participation was at or before the
 * returned time (docs/domain.md, 4). This time is always the end of a day (UTC). Otherwise the
 * moment of the deletion would reveal the exact time of the transition.
 */
export const conversationExpiryCutoff = (now: Date): Date =>
  new Date(Date.parse(utcDay(now)) - days(messagesLimits.messageDays - 1) - 1);
