import { DomainError } from '../../platform/errors/errors';
import type { Transaction } from '../../platform/db/unit-of-work';
import { lockStudyShared } from '../../studies/locked-study';
import type { Study } from '../../studies/study.entity';
import { openSession } from '../lifecycle/open-session';
import { isDueToOpenSql } from '../model/session-facts.sql';
import type { Session } from '../model/session.entity';

/**
 * Reads the row of a session again. The caller has locked the row and may have changed it since.
 */
export async function lockedSession(tx: Transaction, sessionId: string): Promise<Session> {
  const [session] = await tx.query<Session>(`SELECT * FROM research.session WHERE id = $1`, [
    sessionId,
  ]);
  if (!session) throw new DomainError('not_found');
  return session;
}

/**
 * Reads a locked session with its study, for an account that may run the study. If the opening date
 * has passed and the periodic job has not opened the session yet, this function opens it.
 * @throws DomainError not_found, and the errors of `lockStudyShared`
 */
export async function lockedSessionAndStudy(
  tx: Transaction,
  sessionId: string,
  accountId: string,
  now: Date,
): Promise<{ session: Session; study: Study }> {
  const [found] = await tx.query<Session & { opens: boolean }>(
    `SELECT s.*, ${isDueToOpenSql('s', '$2::timestamptz')} AS opens FROM research.session s WHERE s.id = $1`,
    [sessionId, now],
  );
  if (!found) throw new DomainError('not_found');
  const study = await lockStudyShared(tx, 'run', found.study_id, accountId);
  const { opens, ...session } = found;
  return {
    session:
      opens && (await openSession(tx, session)) ? await lockedSession(tx, sessionId) : session,
    study,
  };
}
