import { timelineLimits } from '../../../contracts/timeline/limits';
import { Timeline } from '../../../contracts/timeline/timeline';
import type { Snapshot } from '../../platform/db/snapshot';
import type { Storage } from '../../platform/storage/storage';
import { timelinePath } from '../timeline-files/folder.rule';
import { timelineQuestions, type TimelineQuestion } from './timeline-questions.rule';

/** The database role that can read research data only (docs/architecture.md). */
const role = 'commonlab_export';

/**
 * Reads the questions in several versions, each question once, for exports of a study's data.
 * Versions that were not made with the timeline builder have no questions.
 */
export async function questionsOfVersions(
  { snapshot, files }: { snapshot: Snapshot; files: Pick<Storage, 'bytes'> },
  versionIds: readonly string[],
): Promise<TimelineQuestion[]> {
  const found = await snapshot.query<{ sha256: string }>(
    `SELECT DISTINCT f.sha256 FROM research.study_version_file f
     WHERE f.version_id = ANY($1::uuid[]) AND f.path = $2::text AND f.bytes <= $3 ORDER BY f.sha256`,
    [versionIds, timelinePath, timelineLimits.timelineBytes],
    role,
  );
  const asked = new Map<string, TimelineQuestion>();
  for (const { sha256 } of found) {
    const stream = await files.bytes(sha256);
    if (!stream) continue;
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    const timeline = timelineIn(Buffer.concat(parts).toString());
    for (const one of timeline ? timelineQuestions(timeline) : [])
      asked.set(JSON.stringify(one), one);
  }
  return [...asked.values()];
}

/**
 * Parses a timeline. Returns undefined if the text is not a timeline, since any uploaded archive may
 * contain a file of this name.
 */
function timelineIn(text: string): Timeline | undefined {
  try {
    return Timeline.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
