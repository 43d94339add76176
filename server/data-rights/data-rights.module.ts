import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { IdentityModule } from '../accounts/accounts.module';
import { RateLimit } from '../platform/security/rate-limit';
import { DeleteExportHandler } from './delete-export.command';
import { ExportUrls } from './export-urls';
import { ExportWork } from './export-state';
import { ExportFileRead } from './export-file.read';
import { ExportRead } from './export.read';
import { HeldResearchRead } from './research-data.read';
import { HeldRead } from './personal-data.read';
import { RequestExportHandler } from './request-export.command';
import { RosterAccessRead } from './roster-access.read';
import { Snapshots } from './snapshot';

const reads = [ExportRead, ExportFileRead, HeldRead, HeldResearchRead, RosterAccessRead, Snapshots];

/** What a person may know and take along: a copy of everything held about them, and who saw their name. */
@Module({
  imports: [CqrsModule, IdentityModule],
  providers: [
    RequestExportHandler,
    DeleteExportHandler,
    ...reads,
    ExportUrls,
    ExportWork,
    RateLimit,
  ],
  exports: [...reads, ExportUrls, ExportWork],
})
export class DataRightsModule {}
