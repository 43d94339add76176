import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CONFIG, type Config } from '../config';
import { CAPABILITIES } from './capabilities-token';
import type { Capabilities } from './context/capabilities';
import { Clock } from './concurrency/clock';
import type { Logger } from './observability/log';
import { Metrics } from './observability/metrics';
import { Readiness } from './observability/readiness';
import { MetricsScrape } from './observability/scrape';
import { QueueDepth } from './messaging/queue-depth';
import { Secrets } from './security/secrets';
import { Storage } from './storage/storage';
import { FileUrls } from './storage/storage-url';

/** Nest's injection token for the process's log, made before Nest starts. */
export const LOG = Symbol('log');

/** Services that every context may use and that depend on no context. */
@Global()
@Module({})
export class PlatformModule {
  static for(
    config: Config,
    log: Logger,
    capabilities: Capabilities,
    clock = new Clock(),
  ): DynamicModule {
    const providers = [
      { provide: CONFIG, useValue: config },
      { provide: LOG, useValue: log },
      { provide: Clock, useValue: clock },
      { provide: CAPABILITIES, useValue: capabilities },
      Secrets,
      Metrics,
      Readiness,
      MetricsScrape,
      QueueDepth,
      Storage,
      FileUrls,
    ];
    return {
      module: PlatformModule,
      providers,
      exports: [
        CONFIG,
        LOG,
        Clock,
        CAPABILITIES,
        Secrets,
        Metrics,
        Readiness,
        MetricsScrape,
        Storage,
        FileUrls,
      ],
    };
  }
}
