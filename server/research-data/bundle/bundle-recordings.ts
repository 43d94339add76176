import { bundleFiles } from '../../../contracts/research-data/bundle';
import { bundleLimits } from '../../../contracts/research-data/bundle-limits';
import { runtimeLimits } from '../../../contracts/runtime/limits';
import { FileRecord } from '../../../contracts/runtime/run-files';
import type { ArrivedFile } from '../../platform/storage/storage';
import { isWithinBounds, type JsonBounds } from '../../platform/storage/json-bounds.rule';
import { bundleInvalid } from './bundle-invalid';
import type { recordOfLine } from './bundle-line.rule';

type RecordOfLine = NonNullable<ReturnType<typeof recordOfLine>>;

/** The files that the records of a run announce and that the bundle contains. */
export class AnnouncedFiles {
  readonly files = new Map<string, FileRecord>();
  bytes = 0;

  add(file: FileRecord): void {
    this.files.set(file.sha256, file);
    this.bytes += file.bytes;
  }
}

export const recordingsFolder = bundleFiles.recording('');
/** The bounds for a record that announces a file, which has four values. */
const fileRecordBounds: JsonBounds = { depth: 3, values: 100 };

/**
 * The recordings that came with a bundle. Each is announced, with its size, by a record of a run that
 * is not of an anonymous session; a record that announces a missing file is not changed.
 */
export class BundleRecordings {
  private readonly sizes: ReadonlyMap<string, number>;
  private readonly announced = new Set<string>();
  private readonly ofAnonymous = new Set<string>();
  private count = 0;

  /** @throws DomainError bundle_invalid for one that is larger than a run can have, or has another hash */
  constructor(files: ReadonlyMap<string, Pick<ArrivedFile, 'size' | 'sha256'>>) {
    const sizes = new Map<string, number>();
    for (const [path, { size, sha256 }] of files) {
      if (!path.startsWith(recordingsFolder)) continue;
      if (size > runtimeLimits.runFileBytes)
        throw bundleInvalid(path, 'bundle_recording_too_large');
      if (path !== bundleFiles.recording(sha256)) throw bundleInvalid(path, 'bundle_file_differs');
      sizes.set(sha256, size);
    }
    this.sizes = sizes;
  }

  /**
   * @param ofRun the files that earlier records announced: of equal bytes the first counts, as in a run of this
   * installation
   * @param place of the record, for the error
   * @throws DomainError bundle_invalid for more than a run or a bundle may have
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
    if (this.count > bundleLimits.recordings) throw bundleInvalid('', 'bundle_too_many_recordings');
    ofRun.add(file);
    this.announced.add(file.sha256);
    if (ofRun.bytes > runtimeLimits.runFilesBytes)
      throw bundleInvalid(place, 'bundle_recordings_of_run');
  }

  /** @throws DomainError bundle_invalid for the first that no run may have */
  eachIsAnnounced(): void {
    for (const sha256 of this.sizes.keys()) {
      if (this.announced.has(sha256)) continue;
      const isOfAnonymous = this.ofAnonymous.has(sha256);
      throw bundleInvalid(
        bundleFiles.recording(sha256),
        isOfAnonymous ? 'bundle_recording_of_anonymous' : 'bundle_recording_unknown',
      );
    }
  }
}

/**
 * The file of a record, which may have any length that a run allows: the participant's browser wrote its
 * bytes, blanks included.
 */
function fileOf(data: string): FileRecord | undefined {
  if (!isWithinBounds(data, fileRecordBounds)) return undefined;
  try {
    return FileRecord.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}
