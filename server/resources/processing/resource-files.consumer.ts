import { Injectable } from '@nestjs/common';
import type { EventConsumer } from '../../platform/messaging/consumer';
import { FileVersionReader } from './read-version';

/** Scans and reads each new version. While the virus scanner is down, the queue retries. */
@Injectable()
export class ResourceFilesConsumer implements EventConsumer {
  readonly name = 'resource-files';
  readonly concurrency = 2;

  constructor(private readonly read: FileVersionReader) {}

  readonly on: EventConsumer['on'] = {
    'resources.version-stored': async ({ data }) => void (await this.read.at(data)),
  };
}
