import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, minutes } from '../../../platform/concurrency/clock';
import type { Job } from '../../../platform/messaging/consumer';
import { VersionCheck } from './version-check';
import { mostLooks } from '../../versions/check-schedule.rule';

/** One after the other: others are looked through meanwhile. */
const atOnce = 5;

/** Looks again through versions of which a file was stopped, once it is time to. */
@Injectable()
export class RecheckVersionsJob implements Job {
  readonly name = 'study-look-again';
  readonly everyMs = minutes(1);

  constructor(
    private readonly source: DataSource,
    private readonly look: VersionCheck,
    private readonly clock: Clock,
  ) {}

  /** @returns how many were looked through */
  async run(): Promise<number> {
    const due: { id: string }[] = await this.source.query(
      `SELECT id FROM research.study_version WHERE look_again_at <= $1::timestamptz AND looks < $2::int
       ORDER BY look_again_at LIMIT ${atOnce}`,
      [this.clock.now(), mostLooks],
    );
    let looked = 0;
    for (const { id } of due) if (await this.look.at(id)) looked++;
    return looked;
  }
}
