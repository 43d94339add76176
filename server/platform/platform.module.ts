import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CONFIG, type Config } from '../config';
import { Clock } from './clock';
import type { Logger } from './log';
import { Metrics } from './metrics';
import { QueueDepth } from './queue-depth';
import { Secrets } from './secrets';
import { Storage } from './storage';
import { FileUrls } from './storage-url';

/** Nest's injection token for the process's log, made before Nest starts. */
export const LOG = Symbol('log');

/** What every context may use and that knows no context. */
@Global()
@Module({})
export class PlatformModule {
  static for(config: Config, log: Logger, clock = new Clock()): DynamicModule {
    const providers = [
      { provide: CONFIG, useValue: config },
      { provide: LOG, useValue: log },
      { provide: Clock, useValue: clock },
      Secrets,
      Metrics,
      QueueDepth,
      Storage,
      FileUrls,
    ];
    return {
      module: PlatformModule,
      providers,
      exports: [CONFIG, LOG, Clock, Secrets, Metrics, Storage, FileUrls],
    };
  }
}
