import { Injectable } from '@nestjs/common';
import type { Consumer } from '../../platform/messaging/consumer';
import { VersionCheck } from './recheck/version-check';

/**
 * Makes reports in a worker: for versions that were too large to be checked in their upload
 * request, and for requested checks.
 */
@Injectable()
export class ReportConsumer implements Consumer {
  readonly name = 'study-report';
  readonly concurrency = 1;

  constructor(private readonly look: VersionCheck) {}

  readonly on: Consumer['on'] = {
    'study-files.version-uploaded': async ({ data }) => void (await this.look.at(data.version_id)),
  };
}
