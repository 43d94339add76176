import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { lockResponsibleAccount } from '../../access/accounts/accounts.store';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { ownerOf } from '../../studies/study-owner';
import { ownedBySql } from '../../studies/study.policy';
import { closeSession } from '../sessions/close-session';
import { promoteWaitlist } from './promote-waitlist';

const batch = 200;

interface Due {
  id: string;
  study_id: string;
}

/**
 * Transitions by time (docs/domain.md, 2): deadlines are columns, and a sweep finds the due rows,
 * locks them and re-checks. Several processes may sweep at once: the second one finds no due rows
 * left.
 */
@Injectable()
export class Deadlines {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens sessions whose owner's account is in use: an account that is disabled or about to be
   * erased must not recruit.
   * @returns how many sessions opened.
   */
  openSessions(): Promise<number> {
    return this.eachSession(
      `state = 'scheduled' AND launched_at IS NOT NULL AND (opens_at IS NULL OR opens_at <= $1)
       AND (closes_at IS NULL OR closes_at > $1) AND EXISTS (
         SELECT 1 FROM research.study_profile t JOIN identity.responsible_account a ON ${ownedBySql('t', 'a.id')}
         WHERE t.id = study_id)`,
      async (tx, { id, study_id }) => {
        // Locks the account, so that a concurrent disabling waits, then finds the session open and
        // pauses it.
        if (!(await lockResponsibleAccount(tx, await ownerOf(tx, study_id)))) return false;
        await tx.query(`UPDATE research.session SET state = 'active' WHERE id = $1`, [id]);
        tx.record('enrolment.session-launched', { session_id: id, study_id });
        return true;
      },
    );
  }

  /**
   * Also closes sessions that were never launched, once their date has passed.
   * @returns how many sessions closed.
   */
  closeSessions(): Promise<number> {
    return this.eachSession(`state <> 'closed' AND closes_at <= $1`, async (tx, session, now) => {
      await closeSession(tx, session, 'date', now);
      return true;
    });
  }

  private async eachSession(
    condition: string,
    change: (tx: Transaction, session: Due, now: Date) => Promise<boolean>,
  ): Promise<number> {
    const now = this.clock.now();
    const due: Pick<Due, 'id'>[] = await this.source.query(
      `SELECT id FROM research.session WHERE ${condition} LIMIT ${batch}`,
      [now],
    );
    return each(due, ({ id }) =>
      this.unitOfWork.run(async (tx) => {
        const [session] = await tx.query<Due>(
          `SELECT id, study_id FROM research.session WHERE id = $2 AND ${condition} FOR UPDATE`,
          [now, id],
        );
        if (!session) return 0;
        return (await change(tx, session, now)) ? 1 : 0;
      }),
    );
  }

  /**
   * Ends leases that were not started, runs that took too long and offers that were not accepted.
   * @returns how many ended.
   */
  async endOverdue(): Promise<number> {
    const now = this.clock.now();
    const due: { session_id: string }[] = await this.source.query(
      `SELECT DISTINCT session_id FROM (SELECT session_id FROM research.participation
       WHERE due_at <= $1 AND state IN ('enrolled', 'started', 'offered') ORDER BY due_at
       LIMIT ${batch}) d`,
      [now],
    );
    return each(due, ({ session_id }) =>
      this.unitOfWork.run(async (tx) => {
        await tx.query(`SELECT 1 FROM research.session WHERE id = $1 FOR UPDATE`, [session_id]);
        const ended = await tx.query<{ id: string; study_id: string }>(
          `UPDATE research.participation
           SET state = CASE state WHEN 'offered' THEN 'offer_expired' ELSE 'timed_out' END, moved_by = 'system',
           move_reason = NULL, due_at = NULL, updated_at = $2
         WHERE session_id = $1 AND due_at <= $2 AND state IN ('enrolled', 'started', 'offered') RETURNING id, study_id`,
          [session_id, now],
        );
        for (const { id, study_id } of ended)
          tx.record('enrolment.participant-left', { participation_id: id, session_id, study_id });
        if (ended.length > 0) await promoteWaitlist(tx, session_id, now);
        return ended.length;
      }),
    );
  }
}

/** A failing row must not block the others; the next sweep retries it. */
async function each<T>(due: readonly T[], end: (one: T) => Promise<number>): Promise<number> {
  let count = 0;
  const failures: unknown[] = [];
  for (const one of due)
    await end(one).then(
      (ended) => (count += ended),
      (error: unknown) => failures.push(error),
    );
  const [first] = failures;
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `${failures.length} of ${due.length} deadlines failed: ${first instanceof Error ? first.message : String(first)}`,
    );
  return count;
}
