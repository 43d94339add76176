import { isHostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import type { Study as StudyView } from '../../../contracts/studies/studies';
import { timelineLimits } from '../../../contracts/timeline/limits';
import { studyFilesFolder } from '../../../contracts/timeline/timeline-nodes';
import type { Timeline } from '../../../contracts/timeline/timeline';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { Storage } from '../../platform/storage/storage';
import { timelinePath } from '../timeline-files/folder.rule';
import { parsedTimeline } from './parsed-timeline';

/**
 * The content of a study that reviewers read, and compare with the content of an earlier version: its
 * timeline and files.
 */
export interface ReviewableStudyContent {
  /** Null where the study was not made with the timeline builder. */
  readonly timeline: Timeline | null;
  /**
   * The SHA-256 of each of the researchers' own files, by path. Files that the timeline builder
   * generates are not included.
   */
  readonly files: Readonly<Record<string, string>>;
}
interface FileRow {
  path: string;
  sha256: string;
  bytes: number;
}
type Query = Pick<Transaction, 'query'>;

/**
 * Reads the content of the version that the study runs. If the study runs no version, reads the
 * timeline builder's draft.
 * @param runtime the study's runtime
 */
export async function readReviewableStudyContent(
  on: Query,
  storage: Pick<Storage, 'bytes'>,
  studyId: string,
  runtime: StudyView['runtime'],
): Promise<ReviewableStudyContent> {
  if (!isHostedRuntime(runtime)) return draftOf(on, studyId);
  const files = await on.query<FileRow>(
    `SELECT f.path, f.sha256, f.bytes FROM research.study_version v
     JOIN research.study_version_file f ON f.version_id = v.id
     WHERE v.study_id = $1 AND v.id = $2 ORDER BY f.path COLLATE "C"`,
    [studyId, runtime.version_id],
  );
  if (runtime.kind === 'hosted') return { timeline: null, files: hashesOf(files) };
  const own = files.flatMap(({ path, ...file }) =>
    path.startsWith(studyFilesFolder)
      ? [{ ...file, path: path.slice(studyFilesFolder.length) }]
      : [],
  );
  const stored = files.find(({ path }) => path === timelinePath);
  const timeline =
    stored && stored.bytes <= timelineLimits.timelineBytes
      ? ((await parsedTimeline(storage, stored.sha256)) ?? null)
      : null;
  return { timeline, files: hashesOf(own) };
}

async function draftOf(on: Query, studyId: string): Promise<ReviewableStudyContent> {
  const [draft] = await on.query<{ timeline: string }>(
    `SELECT timeline FROM research.study_timeline WHERE study_id = $1`,
    [studyId],
  );
  const files = await on.query<FileRow>(
    `SELECT path, sha256, bytes FROM research.study_timeline_file
     WHERE study_id = $1 ORDER BY path COLLATE "C"`,
    [studyId],
  );
  return {
    timeline: draft ? (JSON.parse(draft.timeline) as Timeline) : null,
    files: hashesOf(files),
  };
}

const hashesOf = (files: readonly FileRow[]): Record<string, string> =>
  Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256]));
