import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuditModule } from './audit/audit.module';
import type { Config } from './config';
import { capabilities } from './contexts';
import { DatabaseModule } from './platform/db/database.module';
import { createLog, NestLog, type Logger } from './platform/observability/log';
import { PlatformModule } from './platform/platform.module';

@Module({})
class AuditProgramModule {
  static for(config: Config, name: string, log: Logger): DynamicModule {
    return {
      module: AuditProgramModule,
      imports: [
        PlatformModule.for(config, log, capabilities),
        DatabaseModule.for(`commonlab-${name}`, capabilities.entities),
        AuditModule,
      ],
    };
  }
}

/** The audit context without HTTP and queues, for a program that runs once. Close it. */
export function auditProgram(config: Config, name: string): Promise<INestApplicationContext> {
  const log = createLog('warn', name);
  return NestFactory.createApplicationContext(AuditProgramModule.for(config, name, log), {
    logger: new NestLog(log),
    abortOnError: false,
  });
}
