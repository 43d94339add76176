import { Injectable } from '@nestjs/common';
import type { Consumer } from '../../platform/messaging/consumer';
import { ReadVersion } from './read-version';

/** Scans and reads each new version. While the virus scanner is down, the queue retries. */
@Injectable()
export class ResourceFilesConsumer implements Consumer {
  readonly name = 'resource-files';
  readonly concurrency = 2;

  constructor(private readonly read: ReadVersion) {}

  readonly on: Consumer['on'] = {
    'resources.version-stored': async ({ data }) => void (await this.read.at(data)),
  };
}
