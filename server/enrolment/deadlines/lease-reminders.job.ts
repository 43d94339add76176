import { Injectable } from '@nestjs/common';
import { Clock, minutes } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { areDeadlinesRunningSql } from '../lifecycle/pause';
import type { ScheduledJob } from '../../platform/messaging/consumer';

const batch = 500;

/**
 * SQL: the FROM and WHERE clauses that select the participations `d` whose participant gets a
 * reminder now.
 * @param now an operand of type timestamptz
 */
const dueOf = (now: string): string =>
  `FROM research.participation d
   JOIN research.session s ON s.id = d.session_id
   WHERE d.state = 'enrolled' AND d.due_at > ${now} AND d.reminded_of IS DISTINCT FROM d.due_at
     AND s.start_within_minutes >= 120 AND ${areDeadlinesRunningSql('s')}
     AND d.due_at <= ${now} + make_interval(mins => GREATEST(s.start_within_minutes / 4, 60))`;

/**
 * Reminds participants who have a seat and have not started (docs/domain.md, 2). Their lease is the
 * time in which they must start. The reminder goes out when a quarter of the lease is left, and at
 * the latest one hour before the end. A lease of less than two hours has no reminder: it would
 * follow the confirmation of the enrolment immediately. `reminded_of` stores the deadline that the
 * reminder names. So a participant gets one reminder for each deadline, even after leaving and
 * enrolling again.
 */
@Injectable()
export class LeaseRemindersJob implements ScheduledJob {
  readonly name = 'lease-reminders';
  readonly everyMs = minutes(1);
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  isDue(now: string): string {
    return `EXISTS (SELECT ${dueOf(now)})`;
  }

  /** @returns how many participants were reminded. */
  async run(): Promise<number> {
    let count = 0;
    for (let reminded = batch; reminded === batch;) {
      reminded = await this.batch();
      count += reminded;
    }
    return count;
  }

  private batch(): Promise<number> {
    const now = this.clock.now();
    return this.unitOfWork.run(async (tx) => {
      const rows = await tx.query<{ id: string; session_id: string; study_id: string }>(
        `UPDATE research.participation p SET reminded_of = p.due_at
         FROM (
           SELECT d.id ${dueOf('$1::timestamptz')}
           ORDER BY d.due_at LIMIT ${batch}
           FOR NO KEY UPDATE OF d SKIP LOCKED) due
         WHERE p.id = due.id
         RETURNING p.id, p.session_id, p.study_id`,
        [now],
      );
      for (const { id, session_id, study_id } of rows)
        tx.record('enrolment.lease-ending', { participation_id: id, session_id, study_id });
      return rows.length;
    });
  }
}
