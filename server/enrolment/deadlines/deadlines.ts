import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import { runForEachRow } from '../../platform/concurrency/run-for-each-row';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { closeSession } from '../lifecycle/close-session';
import { openSession } from '../lifecycle/open-session';
import { areDeadlinesRunningSql, pausedDeadlineStatesSql } from '../lifecycle/pause';
import { isDueToOpenSql } from '../model/session-facts.sql';
import { lockSessionRows } from '../seats/lock-sessions';
import { promoteWaitlist } from '../seats/promote-waitlist';

const batch = 200;
/**
 * How long the job waits for a locked row, in milliseconds. If a row stays locked for longer, the
 * next run tries it again.
 */
const patienceMs = 500;

/** The states of a participation that end at a deadline. */
const withDeadline: readonly ParticipationState[] = ['enrolled', 'started', 'offered', 'completed'];

/**
 * SQL condition: the deadline of participation `p` is running. While its session is paused, the
 * deadline of a participation that has not started is suspended.
 */
const running = `(p.state NOT IN ${pausedDeadlineStatesSql} OR EXISTS (
  SELECT FROM research.session s WHERE s.id = p.session_id AND ${areDeadlinesRunningSql('s')}))`;

/**
 * SQL condition: the closing date of the session has passed, but the session is not closed yet. A
 * session that was never launched counts as well.
 * @param s an alias of research.session
 */
const closesBy = (s: string, now: string) =>
  `(${s}.state <> 'closed' AND ${s}.closes_at <= ${now})`;

/**
 * SQL condition: the deadline of participation `p` (an alias of research.participation) has passed.
 */
const overdueBy = (now: string) =>
  `p.due_at <= ${now} AND p.state IN (${withDeadline.map((state) => `'${state}'`).join(', ')}) AND ${running}`;

/**
 * SQL condition: at this time a session is due to open or to close, or a participation's deadline
 * has passed.
 * @param now an operand of type timestamptz
 */
export const isAnyDeadlineOverSql = (now: string): string =>
  `(EXISTS (SELECT FROM research.session s WHERE ${isDueToOpenSql('s', now)})
    OR EXISTS (SELECT FROM research.session s WHERE ${closesBy('s', now)})
    OR EXISTS (SELECT FROM research.participation p WHERE ${overdueBy(now)}))`;

interface Due {
  id: string;
  study_id: string;
}

/**
 * Makes the transitions of sessions and participations whose time has come (docs/domain.md, 2). A
 * periodic job finds the rows whose deadline has passed, locks them and checks them again, so
 * several processes may run it at the same time. If a row stays locked, the job skips it, so that
 * the other deadlines need not wait. The next run, a second later, tries the row again.
 */
@Injectable()
export class DeadlineEnforcer {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens the sessions whose opening date has come, and records an event for each.
   * @returns how many sessions opened.
   */
  openSessions(): Promise<number> {
    return this.eachSession(isDueToOpenSql('s', '$1::timestamptz'), openSession);
  }

  /**
   * Closes the sessions whose closing date has passed, including those that were never launched.
   * @returns how many sessions closed.
   */
  closeSessions(): Promise<number> {
    return this.eachSession(closesBy('s', '$1::timestamptz'), async (tx, session, now) => {
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
      `SELECT s.id FROM research.session s WHERE ${condition} LIMIT ${batch}`,
      [now],
    );
    return runForEachRow(due, ({ id }) =>
      this.run(async (tx) => {
        const [session] = await tx.query<Due>(
          `SELECT s.id, s.study_id FROM research.session s WHERE s.id = $2 AND ${condition}
           FOR NO KEY UPDATE OF s SKIP LOCKED`,
          [now, id],
        );
        if (!session) return 0;
        return (await change(tx, session, now)) ? 1 : 0;
      }),
    );
  }

  /**
   * Ends the participations whose deadline has passed: seats that were not used in time, runs that
   * took too long, and offers that were not accepted. Approves completions that no researcher
   * reviewed in time (`enrolmentLimits.reviewDays`).
   * @returns how many ended.
   */
  async endOverdue(): Promise<number> {
    const now = this.clock.now();
    const due: { session_id: string }[] = await this.source.query(
      `SELECT session_id FROM research.participation p
       WHERE ${overdueBy('$1')}
       GROUP BY session_id ORDER BY min(due_at) LIMIT ${batch}`,
      [now],
    );
    return runForEachRow(due, ({ session_id }) =>
      this.run(async (tx) => {
        if ((await lockSessionRows(tx.manager, [session_id], false)).size === 0) return 0;
        const ended = await tx.query<{ id: string; study_id: string; state: ParticipationState }>(
          `UPDATE research.participation
           SET state = CASE state WHEN 'offered' THEN 'offer_expired' WHEN 'completed' THEN 'approved'
               ELSE 'timed_out' END,
             moved_by = 'system', move_reason = NULL, due_at = NULL, updated_at = $2
           WHERE id IN (
             SELECT id FROM research.participation p
             WHERE session_id = $1 AND ${overdueBy('$2')}
             FOR NO KEY UPDATE SKIP LOCKED)
           RETURNING id, study_id, state`,
          [session_id, now],
        );
        for (const { id, study_id, state } of ended)
          tx.record(
            state === 'approved' ? 'enrolment.participant-decided' : 'enrolment.participant-left',
            { participation_id: id, session_id, study_id },
          );
        if (ended.length > 0) await promoteWaitlist(tx, session_id, now);
        return ended.length;
      }),
    );
  }

  /** Runs the work in a transaction that waits at most `patienceMs` for each lock. */
  private run(work: (tx: Transaction) => Promise<number>): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      await tx.query(`SET LOCAL lock_timeout = ${patienceMs}`);
      return work(tx);
    });
  }
}
