import { Injectable } from '@nestjs/common';
import { minutes } from '../../platform/concurrency/clock';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import { SealLinks } from './seal-links';

/** Encrypts links written by an earlier version, until there are none left. */
@Injectable()
export class SealLinksJob implements ScheduledJob {
  readonly name = 'seal-links';
  readonly everyMs = minutes(1);
  constructor(private readonly links: SealLinks) {}

  run(): Promise<number> {
    return this.links.run();
  }
}
