import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { VersionReport } from '../../../../contracts/study-files/study-files';
import { Clock } from '../../../platform/concurrency/clock';
import { UnitOfWork } from '../../../platform/db/unit-of-work';
import type { ManifestFile } from '../../versions/manifest';
import { StudyVersion } from '../../versions/study-version.entity';
import { ReportMaker, reportColumns } from '../report-maker';
import { reportLimits } from '../thread/report-limits';
import { maxAutomaticChecks, nextCheckTime } from '../../versions/check-schedule.rule';

/** Makes the values of a version's columns after a check that was finished for every file. */
export const finishedReportColumns = (report: VersionReport) => ({
  ...reportColumns(report),
  ...{ looks: 0, looking: false, look_again_at: null, said_kind: null },
});

type Begun = Pick<StudyVersion, 'left_out' | 'archive_notes' | 'looks'>;

/**
 * Checks a version that has no report, or whose last check was stopped, and stores its report
 * (docs/decisions/study-files.md).
 */
@Injectable()
export class VersionChecker {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly reports: ReportMaker,
    private readonly clock: Clock,
  ) {}

  /**
   * Checks a version and stores its report.
   * @returns false if it was not checked, since it has a report and no further check is due
   */
  async at(versionId: string): Promise<boolean> {
    const begun = await this.begin(versionId);
    if (!begun) return false;
    const files: ManifestFile[] = await this.source.query(
      `SELECT path, sha256, bytes FROM research.study_version_file WHERE version_id = $1
       ORDER BY path COLLATE "C"`,
      [versionId],
    );
    const { left_out: leftOut, archive_notes: notes } = begun;
    const report = await this.reports
      .of(files, { leftOut, notes })
      .catch(async (error: unknown) => {
        await this.failed(versionId, begun.looks);
        throw error;
      });
    const columns = report.stopped
      ? {
          ...reportColumns(report),
          looking: false,
          look_again_at: nextCheckTime(begun.looks, this.clock.now()),
        }
      : finishedReportColumns(report);
    await this.unitOfWork.run((tx) => tx.manager.update(StudyVersion, versionId, columns));
    return true;
  }

  /**
   * Counts the check before it begins. Otherwise a version that crashes the worker would be checked
   * forever. Sets `look_again_at` to the time limit of this check, so that no other check begins
   * before that time. This does not protect a version without a report: if its event is delivered
   * twice, two checks may run at the same time.
   */
  private begin(versionId: string) {
    const now = this.clock.now();
    const over = new Date(now.getTime() + 2 * reportLimits.waitMs);
    return this.unitOfWork.run(async (tx) => {
      const [row] = await tx.query<Begun>(
        `UPDATE research.study_version SET looks = looks + 1, looking = true,
           look_again_at = $3::timestamptz
         WHERE id = $1 AND looks < $4::int AND (report IS NULL OR look_again_at <= $2::timestamptz)
         RETURNING left_out, archive_notes, looks`,
        [versionId, now, over, maxAutomaticChecks],
      );
      return row;
    });
  }

  /** Stores that the check failed, and when the next one may begin. */
  private failed(versionId: string, looks: number) {
    return this.unitOfWork.run((tx) =>
      tx.query(
        `UPDATE research.study_version SET looking = false, look_again_at = $3::timestamptz
         WHERE id = $1 AND looks = $2`,
        [versionId, looks, nextCheckTime(looks, this.clock.now())],
      ),
    );
  }
}
