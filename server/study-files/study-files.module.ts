import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { RateLimit } from '../platform/security/rate-limit';
import { StudiesModule } from '../studies/studies.module';
import { Charsets } from './addresses/charsets';
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
import { VersionArchive } from './builder/version-archive';
import { LookAgainHandler } from './report/again/look-again.command';
import { LookThrough } from './report/again/look-through';
import { ReportMaker } from './report/report-maker';
import { JatosDescriptionRead } from './serving/jatos-description.read';
import { MissingFiles } from './serving/missing-files';
import { ServedFileRead } from './serving/served-file.read';
import { DeleteVersionHandler } from './versions/delete-version.command';
import { PreviewVersionHandler } from './versions/preview-version.command';
import { UploadVersionHandler } from './versions/upload-version.command';
import { VersionsRead } from './versions/versions.read';

/** A study's own files: versions, their report, their serving (docs/decisions/study-files.md). */
@Module({
  imports: [CqrsModule, StudiesModule],
  providers: [
    AddTimelineFileHandler,
    Charsets,
    PathsOfVersionRead,
    DeleteTimelineFileHandler,
    PreviewTimelineHandler,
    PublishTimelineHandler,
    SaveTimelineHandler,
    StartFromTemplateHandler,
    TimelinesRead,
    VersionArchive,
    DeleteVersionHandler,
    JatosDescriptionRead,
    MissingFiles,
    PreviewVersionHandler,
    UploadVersionHandler,
    RateLimit,
    LookAgainHandler,
    LookThrough,
    ReportMaker,
    ServedFileRead,
    VersionsRead,
  ],
  exports: [
    Charsets,
    PathsOfVersionRead,
    JatosDescriptionRead,
    MissingFiles,
    LookThrough,
    ReportMaker,
    RateLimit,
    ServedFileRead,
    TimelinesRead,
    VersionArchive,
    VersionsRead,
  ],
})
export class StudyFilesModule {}
