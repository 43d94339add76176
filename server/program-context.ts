import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Config } from './config';
import { capabilities } from './contexts';
import { DatabaseModule } from './platform/db/database.module';
import { createLog, NestLog, type Logger } from './platform/observability/log';
import { PlatformModule } from './platform/platform.module';

type Imports = NonNullable<DynamicModule['imports']>;

@Module({})
class ProgramModule {
  static for(config: Config, name: string, log: Logger, imports: Imports): DynamicModule {
    return {
      module: ProgramModule,
      imports: [
        PlatformModule.for(config, log, capabilities),
        DatabaseModule.for(`commonlab-${name}`, capabilities.entities),
        ...imports,
      ],
    };
  }
}

/**
 * Starts the platform with the modules `imports`, without HTTP and without queues, for a program
 * that runs once. The program must close the returned context. It should check its own arguments
 * first, because the start loads all contexts.
 */
export function createProgramContext(
  config: Config,
  name: string,
  imports: Imports = [],
): Promise<INestApplicationContext> {
  const log = createLog('warn', name);
  return NestFactory.createApplicationContext(ProgramModule.for(config, name, log, imports), {
    logger: new NestLog(log),
    abortOnError: false,
  });
}
