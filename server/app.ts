import { Module, type DynamicModule } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Config } from './config';
import type { Capabilities } from './platform/capabilities';
import type { Clock } from './platform/concurrency/clock';
import { DatabaseModule } from './platform/db/database.module';
import type { Logger } from './platform/observability/log';
import { PlatformModule } from './platform/platform.module';

/** The server: the modules and controllers of every context. */
@Module({})
export class AppModule {
  static async for(
    config: Config,
    log: Logger,
    capabilities: Capabilities,
    clock?: Clock,
  ): Promise<DynamicModule> {
    return {
      module: AppModule,
      imports: [
        PlatformModule.for(config, log, capabilities, clock),
        DatabaseModule.for('commonlab-server', capabilities.entities),
        CqrsModule.forRoot(),
        ...(await capabilities.serverModules()),
      ],
      controllers: await capabilities.controllers(),
    };
  }
}
