import { bundleFiles, type BundleIndex } from '../../../contracts/research-data/bundle';
import { bundleLimits } from '../../../contracts/research-data/bundle-limits';
import { ArchiveTooLargeError } from '../../platform/storage/archive';
import type { ArchiveFilesWriter } from '../archive/archive-files';
import type { SelectedRun } from '../selection/selected-runs';
import type { RecordSource } from '../selection/run-records';
import { FilesOfRuns, type ExportedRunFile } from '../selection/run-files';

/**
 * Adds to a bundle the files that runs created. Each content is added once, under its hash. Files
 * of anonymous sessions are never included, whatever their type: a voice or a face identifies a
 * person, and a withdrawal cannot delete the file from installations that imported the bundle.
 */
export class BundleRecordingsWriter {
  readonly counts: NonNullable<BundleIndex['recordings']> = {
    included: 0,
    missing: 0,
    withheld: 0,
  };

  constructor(private readonly source: RecordSource) {}

  /**
   * Writes the files of these runs.
   * @param withheldBefore how many files were withheld earlier, by the installation that exported
   * the imported data
   * @throws ArchiveTooLargeError for more files than an installation imports; Error if stored bytes
   * differ from what the record of the file announced
   */
  async write(
    runs: readonly SelectedRun[],
    files: ArchiveFilesWriter,
    withheldBefore: number,
  ): Promise<void> {
    this.counts.withheld += withheldBefore;
    const found = await this.find(runs);
    for (const one of [...found.values()].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1))) {
      await files.add(bundleFiles.recording(one.sha256), one.pieces(), 'codes');
      const written = files.named.at(-1);
      if (written?.sha256 !== one.sha256 || written.bytes !== one.bytes)
        throw new Error(`the stored recording ${one.sha256} is damaged`);
    }
  }

  private async find(runs: readonly SelectedRun[]): Promise<Map<string, ExportedRunFile>> {
    const found = new Map<string, ExportedRunFile>();
    let room: number = bundleLimits.recordingsBytes;
    for await (const { run, files } of new FilesOfRuns(this.source).of(runs))
      for (const file of files) {
        if (run.isAnonymous) this.counts.withheld += 1;
        else if (file.state !== 'whole') this.counts.missing += 1;
        else {
          this.counts.included += 1;
          if (!found.has(file.sha256)) room -= file.bytes;
          found.set(file.sha256, file);
          if (room < 0 || this.counts.included > bundleLimits.recordings)
            throw new ArchiveTooLargeError('too many recordings for a bundle');
        }
      }
    return found;
  }
}
