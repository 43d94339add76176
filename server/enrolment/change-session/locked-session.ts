import { DomainError } from '../../platform/errors/errors';
import type { Transaction } from '../../platform/db/unit-of-work';
import { shareLockedStudy } from '../../studies/locked-study';
import type { Study } from '../../studies/study.entity';
import { openSession } from '../lifecycle/open-session';
import { opensBySql } from '../model/session-facts.sql';
import type { Session } from '../model/session.entity';

/** The locked session after its details have changed. */
export async function lockedSession(tx: Transaction, sessionId: string): Promise<Session> {
  const [session] = await tx.query<Session>(`SELECT * FROM research.session WHERE id = $1`, [
    sessionId,
  ]);
  if (!session) throw new DomainError('not_found');
  return session;
}

/** A session whose opening date has passed counts as open, even before the periodic job has stored that. */
export async function lockedToRun(
  tx: Transaction,
  sessionId: string,
  accountId: string,
  now: Date,
): Promise<{ session: Session; study: Study }> {
  const [found] = await tx.query<Session & { opens: boolean }>(
    `SELECT s.*, ${opensBySql('s', '$2::timestamptz')} AS opens FROM research.session s WHERE s.id = $1`,
    [sessionId, now],
  );
  if (!found) throw new DomainError('not_found');
  const study = await shareLockedStudy(tx, 'run', found.study_id, accountId);
  const { opens, ...session } = found;
  return {
    session:
      opens && (await openSession(tx, session)) ? await lockedSession(tx, sessionId) : session,
    study,
  };
}
