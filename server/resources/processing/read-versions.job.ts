import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, addMilliseconds, minutes } from '../../platform/concurrency/clock';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import type { Logger } from '../../platform/observability/log';
import { redactError } from '../../platform/observability/redact-error';
import { LOG } from '../../platform/platform.module';
import { FileVersionReader, type VersionKey } from './read-version';
import { ScanFailure } from './scanner/clamd';

const atOnce = 20;
/** After this many failed scans in one run, the scanner counts as down, and the run ends. */
const mostNotScanned = 3;
/**
 * The job reads a version only if it is older than this many milliseconds. The queue normally reads
 * newer versions.
 */
const ofQueueMs = minutes(5);

const unread = (before: string) =>
  `FROM research.resource_version WHERE (facts IS NULL OR state = 'checking') AND created_at < ${before}`;

/** Reads versions that the queue gave up, for example while the virus scanner was down. */
@Injectable()
export class ReadVersionsJob implements ScheduledJob {
  readonly name = 'resource-files-unread';
  readonly everyMs = minutes(1);

  constructor(
    private readonly source: DataSource,
    private readonly read: FileVersionReader,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  isDue(now: string): string {
    return `EXISTS (SELECT ${unread(`${now} - interval '${ofQueueMs / 1_000} seconds'`)})`;
  }

  /** @returns how many versions were read */
  async run(): Promise<number> {
    // The order is random, so that versions that fail each time do not keep the others waiting.
    const due: VersionKey[] = await this.source.query(
      `SELECT resource_id, number ${unread('$1::timestamptz')} ORDER BY random() LIMIT ${atOnce}`,
      [addMilliseconds(this.clock.now(), -ofQueueMs)],
    );
    let read = 0;
    let notScanned = 0;
    for (const key of due) {
      try {
        if (await this.read.at(key)) read++;
      } catch (error) {
        this.log.warn({ err: redactError(error), resource_id: key.resource_id }, 'file not read');
        if (error instanceof ScanFailure && ++notScanned >= mostNotScanned) break;
      }
    }
    return read;
  }
}
