import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccountsModule } from '../accounts/accounts.module';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { RateLimit } from '../platform/security/rate-limit';
import { DeleteExportHandler } from './delete-export.command';
import { ExportUrls } from './export-urls';
import { ExportStateStore } from './export-state';
import { ExportFileRead } from './export-file.read';
import { ExportRead } from './export.read';
import { PersonalDataRead } from './personal-data.read';
import { RequestExportHandler } from './request-export.command';
import { Snapshots } from '../platform/db/snapshot';

const reads = [ExportRead, ExportFileRead, PersonalDataRead, Snapshots];

/**
 * A person's rights to their data: an export of everything that is stored about them, and a list of
 * the people who saw their name.
 */
@Module({
  imports: [CqrsModule, AccountsModule, EnrolmentModule],
  providers: [
    RequestExportHandler,
    DeleteExportHandler,
    ...reads,
    ExportUrls,
    ExportStateStore,
    RateLimit,
  ],
  exports: [...reads, ExportUrls, ExportStateStore],
})
export class DataRightsModule {}
