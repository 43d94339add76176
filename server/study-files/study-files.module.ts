import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { RateLimit } from '../platform/security/rate-limit';
import { ResourcesModule } from '../resources/resources.module';
import { StudiesModule } from '../studies/studies.module';
import { Charsets } from './addresses/charsets';
import { AttributionRead } from './attribution/attribution.read';
import { PathsOfVersionRead } from './addresses/paths-of-version.read';
import { PreviewTimelineHandler } from './builder/preview-timeline.command';
import { PublishTimelineHandler } from './builder/publish-timeline.command';
import { SaveTimelineHandler } from './builder/save-timeline.command';
import { StartFromTemplateHandler } from './builder/start-from-template.command';
import {
  AddTimelineFileHandler,
  DeleteTimelineFileHandler,
} from './builder/timeline-files.command';
import { TimelinesRead } from './builder/timelines.read';
import { VersionArchive } from './download/version-archive';
import { RecheckVersionHandler } from './report/recheck/recheck-version.command';
import { VersionChecker } from './report/recheck/version-check';
import { ReportMaker } from './report/report-maker';
import { JatosDescriptionRead } from './import-jatos/jatos-description.read';
import { MissingFileNotifier } from './serving/missing-files';
import { ServedFileRead } from './serving/served-file.read';
import { DeleteVersionHandler } from './versions/delete-version.command';
import { PreviewVersionHandler } from './serving/preview-version.command';
import { UploadVersionHandler } from './uploads/upload-version.command';
import { CopyFilesIntoTimelineHandler } from './taking/take-into-timeline.command';
import { CopyFilesIntoVersionHandler } from './taking/take-into-version.command';
import { CopiedResourcesRead } from './taking/taken-resources.read';
import { VersionsRead } from './versions/versions.read';

/**
 * The files of studies that run on this server: their versions, reports and serving
 * (docs/decisions/study-files.md).
 */
@Module({
  imports: [CqrsModule, ResourcesModule, StudiesModule],
  providers: [
    AddTimelineFileHandler,
    AttributionRead,
    Charsets,
    PathsOfVersionRead,
    DeleteTimelineFileHandler,
    PreviewTimelineHandler,
    PublishTimelineHandler,
    SaveTimelineHandler,
    CopyFilesIntoTimelineHandler,
    CopyFilesIntoVersionHandler,
    CopiedResourcesRead,
    StartFromTemplateHandler,
    TimelinesRead,
    VersionArchive,
    DeleteVersionHandler,
    JatosDescriptionRead,
    MissingFileNotifier,
    PreviewVersionHandler,
    UploadVersionHandler,
    RateLimit,
    RecheckVersionHandler,
    VersionChecker,
    ReportMaker,
    ServedFileRead,
    VersionsRead,
  ],
  exports: [
    Charsets,
    PathsOfVersionRead,
    JatosDescriptionRead,
    MissingFileNotifier,
    VersionChecker,
    ReportMaker,
    RateLimit,
    ServedFileRead,
    CopiedResourcesRead,
    TimelinesRead,
    VersionArchive,
    VersionsRead,
  ],
})
export class StudyFilesModule {}
