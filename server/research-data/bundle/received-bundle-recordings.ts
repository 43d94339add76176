import { bundleFiles } from '../../../contracts/research-data/bundle';
import { bundleLimits } from '../../../contracts/research-data/bundle-limits';
import { runtimeLimits } from '../../../contracts/runtime/limits';
import { FileRecord } from '../../../contracts/runtime/run-files';
import type { TemporaryUpload } from '../../platform/storage/storage';
import { isWithinJsonBounds, type JsonBounds } from '../../platform/storage/json-bounds.rule';
import { invalidBundleError } from './bundle-invalid';
import type { parseRecordLine } from './bundle-line.rule';

type RecordOfLine = NonNullable<ReturnType<typeof parseRecordLine>>;

/** The files that the records of one run announce. Files that the bundle lacks are not included. */
export class AnnouncedFiles {
  readonly files = new Map<string, FileRecord>();
  bytes = 0;

  add(file: FileRecord): void {
    this.files.set(file.sha256, file);
    this.bytes += file.bytes;
  }
}

export const recordingsFolder = bundleFiles.recording('');
/** The bounds for a record that announces a file; a correct record has four values. */
const fileRecordBounds: JsonBounds = { depth: 3, values: 100 };

/**
 * Checks the recordings in an uploaded bundle. Each must be announced, with its size, by a record
 * of a run, and this run must not belong to an anonymous session. A record may announce a file that
 * the bundle lacks; then the record is imported unchanged.
 */
export class ReceivedBundleRecordings {
  private readonly sizes: ReadonlyMap<string, number>;
  private readonly announced = new Set<string>();
  private readonly ofAnonymous = new Set<string>();
  private count = 0;

  /**
   * @throws DomainError bundle_invalid for a recording that is larger than a run may store, or
   *   whose name is not its hash
   */
  constructor(files: ReadonlyMap<string, Pick<TemporaryUpload, 'size' | 'sha256'>>) {
    const sizes = new Map<string, number>();
    for (const [path, { size, sha256 }] of files) {
      if (!path.startsWith(recordingsFolder)) continue;
      if (size > runtimeLimits.runFileBytes)
        throw invalidBundleError(path, 'bundle_recording_too_large');
      if (path !== bundleFiles.recording(sha256))
        throw invalidBundleError(path, 'bundle_file_differs');
      sizes.set(sha256, size);
    }
    this.sizes = sizes;
  }

  /**
   * Notes the file that a record announces.
   * @param ofRun the files that earlier records of the run announced; if several announce the same
   *   bytes, the first counts
   * @param place where the record is, for the error message
   * @throws DomainError bundle_invalid for more recordings than a run or a bundle may have
   */
  learn(
    ofRun: AnnouncedFiles,
    record: RecordOfLine,
    { isAnonymous, place }: { isAnonymous: boolean; place: string },
  ): void {
    if (record.kind !== 'file' || this.sizes.size === 0) return;
    const file = fileOf(record.data);
    if (!file || this.sizes.get(file.sha256) !== file.bytes || ofRun.files.has(file.sha256)) return;
    if (isAnonymous) {
      this.ofAnonymous.add(file.sha256);
      return;
    }
    this.count += 1;
    if (this.count > bundleLimits.recordings)
      throw invalidBundleError('', 'bundle_too_many_recordings');
    ofRun.add(file);
    this.announced.add(file.sha256);
    if (ofRun.bytes > runtimeLimits.runFilesBytes)
      throw invalidBundleError(place, 'bundle_recordings_of_run');
  }

  /**
   * Checks that a run announced each recording.
   * @throws DomainError bundle_invalid for the first recording that no run, or only an anonymous
   * run, announced
   */
  eachIsAnnounced(): void {
    for (const sha256 of this.sizes.keys()) {
      if (this.announced.has(sha256)) continue;
      const isOfAnonymous = this.ofAnonymous.has(sha256);
      throw invalidBundleError(
        bundleFiles.recording(sha256),
        isOfAnonymous ? 'bundle_recording_of_anonymous' : 'bundle_recording_unknown',
      );
    }
  }
}

/**
 * Parses the record that announces a file. The participant's browser wrote the record, so its size
 * and nesting are checked before it is parsed.
 */
function fileOf(data: string): FileRecord | undefined {
  if (!isWithinJsonBounds(data, fileRecordBounds)) return undefined;
  try {
    return FileRecord.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}
