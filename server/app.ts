import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { AccessGuard } from './access/access.guard';
import { AccessPolicies, collectPolicies } from './access/access-policies';
import { ApiTokenGate } from './access/api-tokens/api-token-gate';
import { ApiTokenRead } from './access/api-tokens/api-token.read';
import type { Config } from './config';
import type { Capabilities } from './platform/context/capabilities';
import type { Clock } from './platform/concurrency/clock';
import { serverPoolName } from './platform/db/database';
import { DatabaseModule } from './platform/db/database.module';
import type { Logger } from './platform/observability/log';
import { PlatformModule } from './platform/platform.module';
import { RateLimit } from './platform/security/rate-limit';

/** The server's root module, with the modules and controllers of every context. */
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
        DatabaseModule.for(serverPoolName, capabilities.entities),
        CqrsModule.forRoot(),
        ...(await capabilities.serverModules()),
      ],
      providers: [
        { provide: AccessPolicies, useFactory: () => collectPolicies(capabilities) },
        RateLimit,
        ApiTokenRead,
        ApiTokenGate,
        { provide: APP_GUARD, useClass: AccessGuard },
      ],
      controllers: await capabilities.controllers(),
    };
  }
}
