import { bundleLimits } from '../../../contracts/research-data/bundle-limits';
import { sessionsOfStudy } from '../../enrolment/participations/started-participants.read';
import type { Snapshot } from '../../platform/db/snapshot';
import { DomainError } from '../../platform/errors/errors';
import { sizeOfFiles } from '../../runtime/study-data/size-of-files.read';
import type { SelectionOptions } from '../selection/selected-runs';
import { sizeOfImportedRecordings } from '../imported-data/imported-runs.read';

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);

/**
 * Refuses the request for a bundle with more recordings than an installation imports. The worker
 * that builds the bundle counts them again.
 * @throws DomainError recordings_too_large
 */
export async function mustNotExceedRecordingLimit(
  snapshot: Snapshot,
  studyId: string,
  { sees_names, unfinished }: SelectionOptions,
  today: string,
): Promise<void> {
  const named = (await sessionsOfStudy(snapshot, studyId)).filter(
    ({ privacy_level }) => privacy_level !== 'anonymous',
  );
  const own = await sizeOfFiles(snapshot, named, { sees_names, today, unfinished });
  const imported = await sizeOfImportedRecordings(snapshot, studyId);
  const { recordings: most_files, recordingsBytes } = bundleLimits;
  const [files, bytes] = [own.files + imported.files, own.bytes + imported.bytes];
  if (files <= most_files && bytes <= recordingsBytes) return;
  const [size, most] = [megabytes(bytes), megabytes(recordingsBytes)];
  throw new DomainError('recordings_too_large', { size, count: files, most, most_files });
}
