import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, minutes } from '../../../platform/concurrency/clock';
import type { ScheduledJob } from '../../../platform/messaging/consumer';
import { VersionChecker } from './version-check';
import { maxAutomaticChecks } from '../../versions/check-schedule.rule';

/**
 * How many versions one run checks. They are checked one after the other, so that newly uploaded
 * versions can be checked meanwhile.
 */
const atOnce = 5;

/**
 * SQL condition: another check of a version is due.
 * @param now an SQL expression of type timestamptz
 */
const isDueBy = (now: string): string =>
  `look_again_at <= ${now} AND looks < ${maxAutomaticChecks}`;

/**
 * Checks a version of a study's files again if the time limit stopped the check of one of these
 * files. It does so when the version's next check is due (`look_again_at`).
 */
@Injectable()
export class RecheckVersionsJob implements ScheduledJob {
  readonly name = 'study-look-again';
  readonly everyMs = minutes(1);

  constructor(
    private readonly source: DataSource,
    private readonly look: VersionChecker,
    private readonly clock: Clock,
  ) {}

  isDue(now: string): string {
    return `EXISTS (SELECT FROM research.study_version WHERE ${isDueBy(now)})`;
  }

  /** @returns how many versions were checked */
  async run(): Promise<number> {
    const due: { id: string }[] = await this.source.query(
      `SELECT id FROM research.study_version WHERE ${isDueBy('$1::timestamptz')}
       ORDER BY look_again_at LIMIT ${atOnce}`,
      [this.clock.now()],
    );
    let looked = 0;
    for (const { id } of due) if (await this.look.at(id)) looked++;
    return looked;
  }
}
