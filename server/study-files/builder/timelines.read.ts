import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Language } from '../../../contracts/base/languages';
import type { TimelineDraft, TimelineFile } from '../../../contracts/study-files/study-timelines';
import { timelineLimits } from '../../../contracts/timeline/limits';
import type { Timeline } from '../../../contracts/timeline/timeline';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { Storage } from '../../platform/storage/storage';
import { FileUrls } from '../../platform/storage/storage-url';
import { manifestHash } from '../versions/manifest';
import { describeFaultsIn, timelineFaultsOf } from './checked-timeline';
import { draftFilesToManifest, generateStudyFiles, type DraftFile } from './folder';
import { timelinePath } from '../timeline-files/folder.rule';
import { parsedTimeline } from './parsed-timeline';

interface Row extends DraftFile {
  mime: string;
}

@Injectable()
export class TimelinesRead {
  constructor(
    private readonly source: DataSource,
    private readonly storage: Storage,
    private readonly urls: FileUrls,
  ) {}

  /** Reads the researchers' own files of a study's draft, ordered by path. */
  files(studyId: string, tx?: Transaction): Promise<Row[]> {
    const statement = `SELECT path, sha256, bytes, mime FROM research.study_timeline_file
      WHERE study_id = $1 ORDER BY path COLLATE "C"`;
    return tx ? tx.query<Row>(statement, [studyId]) : this.source.query(statement, [studyId]);
  }

  async draft(studyId: string, language: Language): Promise<TimelineDraft> {
    const [row]: { version: number; timeline: string; saved_at: Date }[] = await this.source.query(
      'SELECT version, timeline, saved_at FROM research.study_timeline WHERE study_id = $1',
      [studyId],
    );
    const files = await this.files(studyId);
    // The faults are computed at each reading, since they depend on the files that the draft has
    // now.
    const timeline = row ? (JSON.parse(row.timeline) as Timeline) : null;
    const paths = files.map(({ path }) => path);
    const faults = timeline ? timelineFaultsOf(timeline, paths) : [];
    return {
      version: row?.version ?? 0,
      timeline,
      saved_at: row?.saved_at.toISOString() ?? null,
      faults: describeFaultsIn(faults, language),
      files: files.map((file) => this.shown(file)),
      published_version:
        timeline && faults.length === 0 ? await this.published(studyId, timeline, files) : null,
    };
  }

  shown({ path, bytes, mime, sha256 }: Row): TimelineFile {
    const url = this.urls.forFile(sha256, path.split('/').at(-1) ?? path);
    return { path, bytes, mime, sha256, url };
  }

  /**
   * Reads the timeline from which a version was made.
   * @throws DomainError not_found, also for a version that was not made from a timeline
   */
  async ofVersion(studyId: string, versionId: string): Promise<Timeline> {
    const [file]: { sha256: string; bytes: number }[] = await this.source.query(
      `SELECT f.sha256, f.bytes FROM research.study_version v
       JOIN research.study_version_file f ON f.version_id = v.id AND f.path = $3::text
       WHERE v.study_id = $1 AND v.id = $2 AND v.number > 0`,
      [studyId, versionId, timelinePath],
    );
    // The file may not be a timeline, although it has the name of one: any uploaded archive may
    // contain such a file.
    const found =
      file && file.bytes <= timelineLimits.timelineBytes
        ? await parsedTimeline(this.storage, file.sha256)
        : undefined;
    if (!found) throw new DomainError('not_found');
    return found;
  }

  private async published(
    studyId: string,
    timeline: Timeline,
    files: readonly Row[],
  ): Promise<string | null> {
    const sha256 = manifestHash([
      ...(await generateStudyFiles(timeline)),
      ...draftFilesToManifest(files),
    ]);
    const [version]: { id: string }[] = await this.source.query(
      'SELECT id FROM research.study_version WHERE study_id = $1 AND sha256 = $2 AND number > 0',
      [studyId, sha256],
    );
    return version?.id ?? null;
  }
}
