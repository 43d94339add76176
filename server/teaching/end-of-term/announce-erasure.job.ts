import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config';
import { Clock, hours, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import { noticeDueBefore } from './erasure-day.rule';

const atOnce = 100;

/**
 * Mails the members of a classroom, once, that it will be erased (class-erasure.mail.ts). One
 * transaction stores the day of the mail and records the event that sends the mails, so that
 * nothing is erased without a mail.
 */
@Injectable()
export class AnnounceErasureJob implements ScheduledJob {
  readonly name = 'tell-classroom-erasure';
  readonly everyMs = hours(1);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'classroomDays'>,
  ) {}

  /** @returns how many classrooms */
  run(): Promise<number> {
    const now = this.clock.now();
    return this.unitOfWork.run(async (tx) => {
      const told = await tx.query<{ id: string }>(
        `UPDATE identity.classroom SET erasure_told_on = $1 WHERE id IN (
           SELECT c.id FROM identity.classroom c
           WHERE c.state = 'archived' AND c.erasure_told_on IS NULL AND c.archived_at < $2
           ORDER BY c.archived_at LIMIT ${atOnce} FOR NO KEY UPDATE SKIP LOCKED)
         RETURNING id`,
        [utcDay(now), noticeDueBefore(now, this.config.classroomDays)],
      );
      for (const { id } of told) tx.record('teaching.erasure-reminder-due', { classroom_id: id });
      return told.length;
    });
  }
}
