import { Injectable } from '@nestjs/common';
import type { EventConsumer } from '../../platform/messaging/consumer';
import { VersionChecker } from './recheck/version-check';

/**
 * Makes reports in a worker: for versions that were too large to be checked in their upload
 * request, and for requested checks.
 */
@Injectable()
export class ReportConsumer implements EventConsumer {
  readonly name = 'study-report';
  readonly concurrency = 1;

  constructor(private readonly look: VersionChecker) {}

  readonly on: EventConsumer['on'] = {
    'study-files.version-uploaded': async ({ data }) => void (await this.look.at(data.version_id)),
  };
}
