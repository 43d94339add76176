import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { Snapshots } from '../platform/db/snapshot';
import { RateLimit } from '../platform/security/rate-limit';
import { StudiesModule } from '../studies/studies.module';
import { DeleteImportedDataHandler } from './bundle/delete-imported-data.command';
import { ImportBundleHandler } from './bundle/import-bundle.command';
import { ImportedDataRead } from './bundle/imported-data.read';
import { DownloadAddresses } from './download/download-addresses';
import { DownloadRead } from './download/download.read';
import { StudyExportState } from './making/export-state';
import { RequestStudyExportHandler } from './request-study-export.command';
import { StudyExportsRead } from './study-exports.read';

/** Exports of the data of studies that run here (docs/decisions/0070-study-exports.md). */
@Module({
  imports: [CqrsModule, StudiesModule],
  providers: [
    DeleteImportedDataHandler,
    DownloadAddresses,
    DownloadRead,
    ImportBundleHandler,
    ImportedDataRead,
    RateLimit,
    RequestStudyExportHandler,
    Snapshots,
    StudyExportsRead,
    StudyExportState,
  ],
  exports: [
    DownloadAddresses,
    DownloadRead,
    ImportedDataRead,
    RateLimit,
    Snapshots,
    StudyExportsRead,
    StudyExportState,
  ],
})
export class ResearchDataModule {}
