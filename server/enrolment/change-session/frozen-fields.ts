import type { z } from 'zod';
import type { SessionChange } from '../../../contracts/enrolment/sessions';
import { DomainError } from '../../platform/errors/errors';
import type { Session } from '../model/session.entity';

type Fields = Pick<
  z.output<typeof SessionChange>,
  'privacy_level' | 'start_within_minutes' | 'opens_at'
>;

/**
 * Checks that a change leaves frozen fields as they are. After the launch, the privacy level and
 * the time to start are frozen (docs/domain.md, 2). When a launched session has opened, its opening
 * date is frozen, too. A request that repeats the present value is accepted.
 * @throws DomainError frozen_after_launch
 */
export function checkFrozenFields(session: Session, fields: Fields, now: Date): void {
  const { launched_at, opens_at, privacy_level, start_within_minutes } = session;
  if (launched_at === null) return;
  const isChanged =
    (fields.privacy_level ?? privacy_level) !== privacy_level ||
    (fields.start_within_minutes ?? start_within_minutes) !== start_within_minutes;
  const isOpened = opens_at === null || opens_at <= now;
  const movesOpening =
    fields.opens_at !== undefined && Date.parse(fields.opens_at ?? '') !== opens_at?.getTime();
  if (isChanged || (isOpened && movesOpening)) throw new DomainError('frozen_after_launch');
}
