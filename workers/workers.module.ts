import { Module, type DynamicModule } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Config } from '../server/config';
import { DataRightsModule } from '../server/data-rights/data-rights.module';
import { AuditModule } from '../server/audit/audit.module';
import { EnrolmentModule } from '../server/enrolment/enrolment.module';
import { entities } from '../server/entities';
import { AccountsModule } from '../server/accounts/accounts.module';
import { broadcast } from '../server/live/fan-out';
import type { Clock } from '../server/platform/concurrency/clock';
import { DatabaseModule } from '../server/platform/db/database.module';
import type { Logger } from '../server/platform/observability/log';
import { PlatformModule } from '../server/platform/platform.module';
import { ResearchersModule } from '../server/researchers/researchers.module';
import { SealAuditJob } from '../server/audit/seal-audit.job';
import { DeadlinesJob, SealJob } from '../server/enrolment/seats/deadlines.job';
import { OwnerDisabledConsumer } from '../server/enrolment/sessions/owner-disabled.consumer';
import { ExpireExportsJob } from '../server/data-rights/archive/expire-exports.job';
import { ExportConsumer } from '../server/data-rights/archive/export.consumer';
import { BROADCAST, LiveConsumer } from '../server/live/live.consumer';
import { MailModule } from '../server/mail/mail.module';
import { mailSources } from '../server/mail-sources';
import { DeletionReminderJob } from '../server/accounts/deletion-reminder.job';
import { PurgeJob } from '../server/processes/purge.job';
import { ReviewConsumer } from '../server/researchers/reviews/review.consumer';
import { RetentionJob } from './retention.job';

/**
 * What the workers are made of: contexts' modules without their controllers, the consumers and the
 * jobs.
 */
@Module({})
export class WorkersModule {
  static for(config: Config, log: Logger, clock?: Clock): DynamicModule {
    return {
      module: WorkersModule,
      imports: [
        PlatformModule.for(config, log, clock),
        DatabaseModule.for('commonlab-workers', entities),
        CqrsModule.forRoot(),
        AccountsModule,
        ResearchersModule,
        EnrolmentModule,
        AuditModule,
        DataRightsModule,
        MailModule.for(mailSources),
      ],
      providers: [
        { provide: BROADCAST, useFactory: () => broadcast(config) },
        LiveConsumer,
        ExportConsumer,
        ReviewConsumer,
        OwnerDisabledConsumer,
        DeadlinesJob,
        SealJob,
        SealAuditJob,
        PurgeJob,
        DeletionReminderJob,
        ExpireExportsJob,
        RetentionJob,
      ],
    };
  }
}
