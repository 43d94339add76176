import {
  Global,
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DataSource, type EntityTarget, type ObjectLiteral } from 'typeorm';
import { CONFIG, type Config } from '../../config';
import { CommittedEvents } from './committed-events';
import { connect, databaseOptions } from './database';
import { IdentityLinkReadPool } from './link-reads';
import { OutboxNotifier, UnitOfWork } from './unit-of-work';

@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  static for(application: string, entities: readonly EntityTarget<ObjectLiteral>[]): DynamicModule {
    const source = {
      provide: DataSource,
      inject: [CONFIG],
      useFactory: (config: Config) =>
        connect(databaseOptions(config.databaseUrl, entities, application)),
    };
    return {
      module: DatabaseModule,
      providers: [source, UnitOfWork, OutboxNotifier, CommittedEvents, IdentityLinkReadPool],
      exports: [source, UnitOfWork, OutboxNotifier, CommittedEvents, IdentityLinkReadPool],
    };
  }

  async onApplicationShutdown() {
    if (this.source.isInitialized) await this.source.destroy();
  }
}
