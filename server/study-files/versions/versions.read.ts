import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EndpointResponseBody } from '../../../contracts/base/endpoint';
import type {
  readVersionReport,
  StudyVersion as VersionView,
  VersionDifference,
  VersionReport,
} from '../../../contracts/study-files/study-files';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { countBytesToPreload } from './bytes-to-preload.read';
import { checkProgressOf, type VersionCheckState } from './check-schedule.rule';

interface Row extends Omit<VersionView, 'created_at' | 'check'>, VersionCheckState {
  created_at: Date;
}
interface Compared {
  path: string;
  bytes: number | null;
  bytes_before: number | null;
  same: boolean;
}

@Injectable()
export class VersionsRead {
  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Reads the versions of a study, the newest first. */
  async ofStudy(studyId: string): Promise<VersionView[]> {
    const now = this.clock.now();
    return (await this.rows(studyId, null)).map((row) => shown(row, now));
  }

  /** @throws DomainError not_found, also for a version of another study */
  async one(studyId: string, versionId: string): Promise<VersionView> {
    const [row] = await this.rows(studyId, versionId);
    if (!row) throw new DomainError('not_found');
    return shown(row, this.clock.now());
  }

  /** `report` is null while it is being made. @throws DomainError not_found */
  async report(
    studyId: string,
    versionId: string,
  ): Promise<EndpointResponseBody<typeof readVersionReport>> {
    const [row]: { report: VersionReport | null }[] = await this.source.query(
      `SELECT CASE WHEN said_kind IS NULL THEN report
         ELSE report || jsonb_build_object('kind', said_kind) END AS report
       FROM research.study_version WHERE study_id = $1 AND id = $2 AND number > 0`,
      [studyId, versionId],
    );
    if (!row) throw new DomainError('not_found');
    return { ...row, first_bytes: await countBytesToPreload(this.source, studyId, versionId) };
  }

  /**
   * Compares a version with an earlier one: which paths were added, removed or changed.
   * @throws DomainError not_found
   */
  async difference(
    studyId: string,
    versionId: string,
    earlierId: string,
  ): Promise<VersionDifference> {
    await this.one(studyId, versionId);
    await this.one(studyId, earlierId);
    const rows: Compared[] = await this.source.query(
      `SELECT coalesce(n.path, o.path) AS path, n.bytes, o.bytes AS bytes_before,
         (n.sha256 = o.sha256) IS TRUE AS same
       FROM (SELECT * FROM research.study_version_file WHERE version_id = $1) n
       FULL JOIN (SELECT * FROM research.study_version_file WHERE version_id = $2) o ON o.path = n.path
       ORDER BY coalesce(n.path, o.path) COLLATE "C"`,
      [versionId, earlierId],
    );
    const found: VersionDifference = { added: [], removed: [], changed: [], same: 0 };
    for (const { path, bytes, bytes_before, same } of rows) {
      if (same) found.same++;
      else if (bytes === null) found.removed.push({ path, bytes: bytes_before ?? 0 });
      else if (bytes_before === null) found.added.push({ path, bytes });
      else found.changed.push({ path, bytes, bytes_before });
    }
    return found;
  }

  private rows(studyId: string, versionId: string | null): Promise<Row[]> {
    return this.source.query(
      `SELECT v.id AS _id, v.number, v.sha256, v.name, v.files, v.bytes,
         coalesce(v.said_kind, v.kind) AS kind, v.said_kind, v.entry, v.errors, v.warnings, v.created_at,
         v.report IS NOT NULL AS reported, v.stopped, v.looks, v.looking, v.look_again_at,
         v.frozen OR (st.runtime->>'version_id' = v.id::text) IS TRUE AS in_use,
         v.rehearsed_answers OR v.rehearsed_end AS rehearsed
       FROM research.study_version v JOIN research.study_profile st ON st.id = v.study_id
       WHERE v.study_id = $1 AND v.number > 0 AND ($2::uuid IS NULL OR v.id = $2::uuid)
       ORDER BY v.number DESC`,
      [studyId, versionId],
    );
  }
}

function shown(
  { created_at, reported, stopped, looks, looking, look_again_at, ...row }: Row,
  now: Date,
): VersionView {
  const check = checkProgressOf({ reported, stopped, looks, looking, look_again_at }, now);
  return { ...row, check, created_at: created_at.toISOString() };
}
