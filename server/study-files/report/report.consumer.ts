import { Injectable } from '@nestjs/common';
import type { Consumer } from '../../platform/messaging/consumer';
import { VersionCheck } from './recheck/version-check';

/** Makes the report of a version that was too large for its upload request, or whose check is requested again. */
@Injectable()
export class ReportConsumer implements Consumer {
  readonly name = 'study-report';
  readonly concurrency = 1;

  constructor(private readonly look: VersionCheck) {}

  readonly on: Consumer['on'] = {
    'study-files.version-uploaded': async ({ data }) => void (await this.look.at(data.version_id)),
  };
}
