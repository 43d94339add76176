import { Injectable } from '@nestjs/common';
import { Clock, hours, addMilliseconds, minutes } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import type { ScheduledJob } from '../../platform/messaging/consumer';

const batch = 500;
const ahead = hours(24);

/**
 * SQL condition on rows `research.session s` and `research.participation d`: the session ends
 * within a day, the participant has not started, and no earlier notice has stated this end.
 * @param now an operand of type timestamptz @param until an operand, a day after `now`
 */
const endsAhead = (now: string, until: string): string =>
  `s.state = 'active' AND s.closes_at > ${now} AND s.closes_at <= ${until}
   AND d.state = 'enrolled' AND d.due_at > ${now}
   AND (d.closing_told_of IS NULL OR d.closing_told_of < s.closes_at - interval '1 day')`;
const sessionsWithPeople = `research.session s JOIN research.participation d ON d.session_id = s.id`;

/** Whether a session with this closing date ends within the next 24 hours. */
export const isSessionClosingSoon = (closesAt: Date, now: Date): boolean =>
  closesAt > now && closesAt <= addMilliseconds(now, ahead);

/**
 * Notifies participants who have a seat and have not started that their session ends within a day
 * (docs/domain.md, 11). Each gets one notice, and another only if the researcher moves the end by more than
 * a day. A participant who has an appointment (slot) is reminded of the appointment instead.
 */
@Injectable()
export class ClosingNoticesJob implements ScheduledJob {
  readonly name = 'closing-notices';
  readonly everyMs = minutes(1);
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  isDue(now: string): string {
    return `EXISTS (SELECT FROM ${sessionsWithPeople}
      WHERE ${endsAhead(now, `${now} + interval '24 hours'`)})`;
  }

  /** @returns how many participants get a notice that their session closes soon. */
  async run(): Promise<number> {
    let count = 0;
    for (let told = batch; told === batch;) {
      told = await this.batch();
      count += told;
    }
    return count;
  }

  private batch(): Promise<number> {
    const now = this.clock.now();
    return this.unitOfWork.run(async (tx) => {
      const rows = await tx.query<{ id: string; session_id: string; study_id: string }>(
        `UPDATE research.participation p SET closing_told_of = due.closes_at
         FROM (
           SELECT d.id, s.closes_at FROM ${sessionsWithPeople}
           WHERE ${endsAhead('$1::timestamptz', '$2::timestamptz')}
           LIMIT ${batch} FOR NO KEY UPDATE OF d SKIP LOCKED) due
         WHERE p.id = due.id
         RETURNING p.id, p.session_id, p.study_id`,
        [now, addMilliseconds(now, ahead)],
      );
      for (const { id, session_id, study_id } of rows)
        tx.record('enrolment.closing-ahead', { participation_id: id, session_id, study_id });
      return rows.length;
    });
  }
}
