import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../../config';
import { Clock, hours, utcDay } from '../../platform/concurrency/clock';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import { EraseClassroom } from './erase-classroom';
import { erasureDay } from './erasure-day.rule';

/** Erases the classrooms whose term has ended, and continues what an earlier run left unfinished. */
@Injectable()
export class EraseClassroomsJob implements ScheduledJob {
  readonly name = 'erase-classrooms';
  readonly everyMs = hours(1);

  constructor(
    private readonly source: DataSource,
    private readonly classrooms: EraseClassroom,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'classroomDays'>,
  ) {}

  /** @returns how many classrooms were erased */
  async run(): Promise<number> {
    const today = utcDay(this.clock.now());
    let erased = 0;
    const failures: unknown[] = [];
    for (const { id, archived_at, told_on } of await this.told()) {
      const day = archived_at && erasureDay(archived_at, told_on, this.config.classroomDays);
      if (day === null || day > today) continue;
      // A classroom whose erasure fails must not block the others; the next run retries it.
      await this.classrooms.erase(id, today).then(
        (done) => (erased += done ? 1 : 0),
        (error: unknown) => failures.push(error),
      );
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} classrooms could not be erased`);
    return erased;
  }

  private told(): Promise<{ id: string; archived_at: Date | null; told_on: string }[]> {
    return this.source.query(
      `SELECT c.id, c.archived_at, c.erasure_told_on::text AS told_on FROM identity.classroom c
       WHERE c.state = 'archived' AND c.erased_on IS NULL AND c.erasure_told_on IS NOT NULL ORDER BY c.archived_at`,
    );
  }
}
