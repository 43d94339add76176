import { Module, type DynamicModule } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Config } from '../server/config';
import { DataRightsModule } from '../server/data-rights/data-rights.module';
import { AdministrationModule } from '../server/administration/administration.module';
import { EnrolmentModule } from '../server/enrolment/enrolment.module';
import { entities } from '../server/entities';
import { IdentityModule } from '../server/identity/identity.module';
import { broadcast } from '../server/live/fan-out';
import type { Clock } from '../server/platform/clock';
import { DatabaseModule } from '../server/platform/database.module';
import type { Logger } from '../server/platform/log';
import { PlatformModule } from '../server/platform/platform.module';
import { ResearchersModule } from '../server/researchers/researchers.module';
import { SealAuditJob } from './audit/seal-audit.job';
import { DeadlinesJob, SealJob } from './enrolment/deadlines.job';
import { EnrolmentConsumer } from './enrolment/enrolment.consumer';
import { ExpireCopiesJob } from './export/expire-copies.job';
import { ExportConsumer } from './export/export.consumer';
import { BROADCAST, LiveConsumer } from './live/live.consumer';
import { MailModule } from './mail/mail.module';
import { DeletionReminderJob } from './purge/deletion-reminder.job';
import { PurgeJob } from './purge/purge.job';
import { ReviewConsumer } from './review/review.consumer';
import { TidyJob } from './tidy/tidy.job';

/** What the workers are made of: contexts' modules without their controllers, the consumers and the jobs. */
@Module({})
export class WorkersModule {
  static for(config: Config, log: Logger, clock?: Clock): DynamicModule {
    return {
      module: WorkersModule,
      imports: [
        PlatformModule.for(config, log, clock),
        DatabaseModule.for('commonlab-workers', entities),
        CqrsModule.forRoot(),
        IdentityModule,
        ResearchersModule,
        EnrolmentModule,
        AdministrationModule,
        DataRightsModule,
        MailModule,
      ],
      providers: [
        { provide: BROADCAST, useFactory: () => broadcast(config) },
        LiveConsumer,
        ExportConsumer,
        ReviewConsumer,
        EnrolmentConsumer,
        DeadlinesJob,
        SealJob,
        SealAuditJob,
        PurgeJob,
        DeletionReminderJob,
        ExpireCopiesJob,
        TidyJob,
      ],
    };
  }
}
