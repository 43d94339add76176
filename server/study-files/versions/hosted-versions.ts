import { copyResourceOriginRecords } from './copy-taken';
import type { HostedRuntimeRequest } from '../../../contracts/study-files/hosted-runtime';
import { timeOrderedId } from '../../platform/db/ids';
import type { Transaction } from '../../platform/db/unit-of-work';
import { badField, badFields } from '../../platform/errors/errors';
import type { HostedVersionsProvider } from '../../studies/hosted-runtime';
import { playerPagePath } from '../timeline-files/folder.rule';
import { findCodeInConditions } from '../timeline-files/own-code.rule';
import { findNameIndexesWithoutFile } from './files-to-preload.read';
import { fillInHostedRuntime } from './completed-runtime';
import { StudyVersion } from './study-version.entity';

interface Found {
  sha256: string;
  has_entry: boolean;
  has_timeline: boolean;
  /** `shares` and `frames` come from the version's report. Both are true while it has no report. */
  shares: boolean;
  frames: boolean;
  code_free: boolean;
}

/**
 * Reads the version that a runtime names, and checks the runtime against it.
 * @throws DomainError validation_failed with the field of the runtime that is wrong
 */
async function versionOf(tx: Transaction, studyId: string, runtime: HostedRuntimeRequest) {
  const [version] = await tx.query<Found>(
    `SELECT v.sha256, f.path IS NOT NULL AS has_entry,
       coalesce(v.report->'findings' @> '[{"code": "jatos_batch"}]', true) AS shares,
       coalesce((v.report->>'frames')::boolean, true) AS frames, v.code_free,
       EXISTS (SELECT FROM research.study_version_file t
         WHERE t.version_id = v.id AND t.path = 'timeline.json') AS has_timeline
     FROM research.study_version v
     LEFT JOIN research.study_version_file f ON f.version_id = v.id AND f.path = $3::text
       AND f.mime IN ('text/html', 'application/xhtml+xml')
     WHERE v.id = $1 AND v.study_id = $2 AND v.number > 0`,
    [runtime.version_id, studyId, runtime.entry],
  );
  if (!version || (runtime.kind === 'builder' && !version.has_timeline))
    throw badField('runtime.version_id', 'invalid');
  if (!version.has_entry) throw badField('runtime.entry', 'invalid');
  const { kind, beforehand } = runtime;
  if (beforehand && kind === 'builder') throw badField('runtime.beforehand', 'not_allowed');
  if (beforehand && Array.isArray(beforehand.files)) {
    const wrong = await findNameIndexesWithoutFile(tx, runtime.version_id, beforehand.files);
    if (wrong.length > 0)
      throw badFields(
        wrong.map((n) => ({ path: `runtime.beforehand.files.${n}`, code: 'invalid' })),
      );
  }
  if (runtime.sha256 !== undefined && runtime.sha256 !== version.sha256)
    throw badField('runtime.sha256', 'invalid');
  return version;
}

/**
 * Whether a study that was made with the builder contains no code by its researchers. Its first
 * page must be the builder's page, since any other page could contain code. The values of its
 * conditions must not contain code either.
 */
const isCodeFree = ({ kind, entry, conditions }: HostedRuntimeRequest, version: Found): boolean =>
  kind === 'builder' &&
  version.code_free &&
  entry === playerPagePath &&
  findCodeInConditions(conditions).length === 0;

export const hostedVersionsProvider: HostedVersionsProvider = {
  async checked(tx, studyId, sent) {
    const runtime = await fillInHostedRuntime(tx, studyId, sent);
    const version = await versionOf(tx, studyId, runtime);
    return {
      ...runtime,
      sha256: version.sha256,
      shares: runtime.shares ?? version.shares,
      frames: runtime.frames ?? version.frames,
      own_code: !isCodeFree(runtime, version),
    };
  },
  async copied(tx, runtime, { studyId, accountId, now }) {
    const version = await tx.manager.findOne(StudyVersion, {
      where: { id: runtime.version_id },
      lock: { mode: 'pessimistic_read' },
    });
    // Nothing was locked when the source was read, so its version may have been deleted meanwhile.
    if (!version) return null;
    const id = timeOrderedId();
    await tx.manager.insert(StudyVersion, {
      ...version,
      id,
      study_id: studyId,
      number: 1,
      frozen: false,
      // The copy is checked independently of the original, so its number of checks begins at zero.
      ...{ looks: 0, looking: false, look_again_at: version.stopped ? now : null },
      created_by: accountId,
      created_at: now,
    });
    await tx.query(
      `INSERT INTO research.study_version_file (version_id, path, sha256, bytes, mime)
       SELECT $1, path, sha256, bytes, mime FROM research.study_version_file WHERE version_id = $2`,
      [id, version.id],
    );
    if (version.report === null)
      tx.record('study-files.version-uploaded', { study_id: studyId, version_id: id });
    return { ...runtime, version_id: id };
  },
  draftCopied: async (tx, from, { studyId, now }) => {
    await tx.query(
      `INSERT INTO research.study_timeline (study_id, version, timeline, saved_at)
       SELECT $2, 1, timeline, $3::timestamptz FROM research.study_timeline WHERE study_id = $1`,
      [from, studyId, now],
    );
    await tx.query(
      `INSERT INTO research.study_timeline_file (study_id, path, sha256, bytes, mime)
       SELECT $2, path, sha256, bytes, mime FROM research.study_timeline_file WHERE study_id = $1`,
      [from, studyId],
    );
    await copyResourceOriginRecords(tx, from, studyId);
  },
};

/**
 * Marks a version as launched, so that it is never deleted. Called in the transaction of a launch.
 */
export async function markVersionLaunched(tx: Transaction, versionId: string): Promise<void> {
  await tx.query('UPDATE research.study_version SET frozen = true WHERE id = $1 AND NOT frozen', [
    versionId,
  ]);
}
