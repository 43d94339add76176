import { Module, type DynamicModule } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Config } from '../server/config';
import { createLiveBroadcaster } from '../server/live/fan-out';
import { LIVE_EMITTER } from '../server/platform/messaging/live-emitter';
import { LIVE_BROADCASTER } from '../server/live/live.consumer';
import type { Capabilities } from '../server/platform/context/capabilities';
import type { Clock } from '../server/platform/concurrency/clock';
import { DatabaseModule } from '../server/platform/db/database.module';
import type { Logger } from '../server/platform/observability/log';
import { PlatformModule } from '../server/platform/platform.module';
import { Secrets } from '../server/platform/security/secrets';
import { RetentionJob } from './retention.job';

/**
 * The root module of the workers: the modules of every context without its controllers, the
 * consumers and the jobs.
 */
@Module({})
export class WorkersModule {
  static async for(
    config: Config,
    log: Logger,
    capabilities: Capabilities,
    clock?: Clock,
  ): Promise<DynamicModule> {
    return {
      module: WorkersModule,
      imports: [
        PlatformModule.for(config, log, capabilities, clock),
        DatabaseModule.for('commonlab-workers', capabilities.entities),
        CqrsModule.forRoot(),
        ...(await capabilities.workerModules()),
      ],
      providers: [
        {
          provide: LIVE_BROADCASTER,
          inject: [Secrets],
          useFactory: (secrets: Secrets) => createLiveBroadcaster(config, secrets),
        },
        { provide: LIVE_EMITTER, useExisting: LIVE_BROADCASTER },
        ...capabilities.consumers.values(),
        ...capabilities.jobs,
        RetentionJob,
      ],
    };
  }
}
