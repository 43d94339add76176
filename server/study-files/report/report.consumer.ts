import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import type { Consumer } from '../../platform/messaging/consumer';
import type { ManifestFile } from '../versions/manifest';
import { StudyVersion } from '../versions/study-version.entity';
import { ReportMaker, reportColumns } from './report-maker';

/** Makes the report of a version that was too large for the request that brought it. */
@Injectable()
export class ReportConsumer implements Consumer {
  readonly name = 'study-report';
  readonly concurrency = 1;

  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly reports: ReportMaker,
  ) {}

  readonly on: Consumer['on'] = {
    'study-files.version-uploaded': async ({ data: { version_id: id } }) => {
      const [version]: Pick<StudyVersion, 'left_out' | 'archive_notes'>[] = await this.source.query(
        `SELECT left_out, archive_notes FROM research.study_version WHERE id = $1 AND report IS NULL`,
        [id],
      );
      if (!version) return;
      const files: ManifestFile[] = await this.source.query(
        `SELECT path, sha256, bytes FROM research.study_version_file WHERE version_id = $1
         ORDER BY path COLLATE "C"`,
        [id],
      );
      const report = await this.reports.of(files, {
        leftOut: version.left_out,
        notes: version.archive_notes,
      });
      await this.unitOfWork.run((tx) => tx.manager.update(StudyVersion, id, reportColumns(report)));
    },
  };
}
