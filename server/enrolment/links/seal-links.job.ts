import { Injectable } from '@nestjs/common';
import { minutes } from '../../platform/concurrency/clock';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import { EncryptParticipationLinks } from './seal-links';

/** Encrypts links written by an earlier version, until there are none left. */
@Injectable()
export class EncryptParticipationLinksJob implements ScheduledJob {
  readonly name = 'seal-links';
  readonly everyMs = minutes(1);
  constructor(private readonly links: EncryptParticipationLinks) {}

  run(): Promise<number> {
    return this.links.run();
  }
}
