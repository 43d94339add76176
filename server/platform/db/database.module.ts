import {
  Global,
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DataSource, type EntityTarget, type ObjectLiteral } from 'typeorm';
import { CONFIG, type Config } from '../../config';
import { connect, databaseOptions } from './database';
import { OutboxNotifier } from '../messaging/outbox-notifier';
import { UnitOfWork } from './unit-of-work';

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
      providers: [source, UnitOfWork, OutboxNotifier],
      exports: [source, UnitOfWork, OutboxNotifier],
    };
  }

  async onApplicationShutdown() {
    if (this.source.isInitialized) await this.source.destroy();
  }
}
