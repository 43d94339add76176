import { Injectable } from '@nestjs/common';
import type { Consumer } from '../../platform/messaging/consumer';
import { ReadVersion } from './read-version';

/** Has each stored version looked at by the virus scanner, and read; where the scanner is away, the queue tries again. */
@Injectable()
export class ResourceFilesConsumer implements Consumer {
  readonly name = 'resource-files';
  readonly concurrency = 2;

  constructor(private readonly read: ReadVersion) {}

  readonly on: Consumer['on'] = {
    'resources.version-stored': async ({ data }) => void (await this.read.at(data)),
  };
}
