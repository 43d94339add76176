import type { Side } from '../../contracts/messages';
import { limits } from '../../contracts/base/limits';
import {
  isOwnParticipation,
  lockDiscussed,
  type Discussed,
} from '../enrolment/participations/discussed-participation';
import { participationOf } from '../enrolment/rosters/roster-entries';
import { showsName } from '../enrolment/rosters/roster.rule';
import { days, later } from '../platform/concurrency/clock';
import type { Transaction } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/http/errors';
import type { Secrets } from '../platform/security/secrets';

/** The address of a conversation: the participant's by participation, else a line of a roster. */
export type Address = { participationId: string } | { sessionId: string; entry: string };

/** One side of a conversation, and what that side may see. */
export interface Seat {
  about: Discussed;
  side: Side;
  /** Whether the moment of a message is told; otherwise the day alone, as on the roster. */
  tellsMoment: boolean;
}

/**
 * Finds and locks the conversation of the caller's side.
 * @throws DomainError not_found, to everybody who is not of that side, too
 */
export async function conversationAt(
  tx: Transaction,
  secrets: Secrets,
  address: Address,
  accountId: string,
): Promise<Seat> {
  if ('participationId' in address) {
    const about = await lockDiscussed(tx, address.participationId, accountId);
    if (!about || !isOwnParticipation(secrets, about, accountId))
      throw new DomainError('not_found');
    return { about, side: 'participant', tellsMoment: about.privacy_level !== 'anonymous' };
  }
  const id = participationOf(secrets, address.sessionId, address.entry);
  const about = id === null ? undefined : await lockDiscussed(tx, id, accountId);
  if (!about?.runs || about.session_id !== address.sessionId) throw new DomainError('not_found');
  return {
    about,
    side: 'researcher',
    tellsMoment: showsName(about.privacy_level, about.state, about.has_started),
  };
}

/** Whose last transition was not later has its messages deleted (docs/domain.md, 4). */
export const quietBefore = (now: Date): Date => later(now, -days(limits.messageDays));
