import { totalmem } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import type { VersionReport } from '../../../contracts/study-files/study-files';
import { ConcurrencyLimit } from '../../platform/concurrency/concurrency-limit';
import { Storage } from '../../platform/storage/storage';
import type { ArchiveNotes } from '../archive/archive.rule';
import type { ManifestFile } from '../versions/manifest';
import { Charsets } from '../addresses/charsets';
import { mimeTypeOf } from '../versions/mime-type';
import { isCopyOfServerFile } from '../libraries/known-copies';
import {
  maxCheckedBytes,
  isCheckedPath,
  doesUploadWaitForReport,
} from '../versions/checked-files.rule';
import { reportLimits, requestReportLimits, type ReportLimits } from './thread/report-limits';
import { usableMemory, planReportMemory } from './thread/report-memory.rule';
import type { ReportRequest } from './thread/report-program';
import { ReportThread, ThreadStopped } from './thread/report-thread';
import { makeVersionReport } from './report.rule';

/** Makes the values of the columns of a version that are derived from its report. */
export const reportColumns = (report: VersionReport) => ({
  report,
  kind: report.kind,
  stopped: report.stopped ?? false,
  entry: report.entry,
  errors: report.findings.filter(({ severity }) => severity === 'error').length,
  warnings: report.findings.filter(({ severity }) => severity === 'warning').length,
});

/** Makes reports of versions from their stored files, in worker threads. */
@Injectable()
export class ReportMaker {
  /**
   * How many threads check files at the same time, and how much heap each thread gets. Both depend
   * on the memory of this process. The server and each worker process have separate threads
   * (docs/decisions/study-files.md).
   */
  private readonly memory = planReportMemory(
    usableMemory(totalmem(), process.constrainedMemory()),
    reportLimits.memoryMb,
  );
  private readonly threads = new ConcurrencyLimit(this.memory.atOnce);
  private underWay = 0;

  constructor(
    private readonly storage: Storage,
    private readonly charsets: Charsets,
  ) {}

  /**
   * Makes the report while a request waits.
   * @returns null if a worker must make it later: the files are too large, too many versions are
   * being checked, or the check of a file had to be stopped
   */
  async soon(
    files: readonly ManifestFile[],
    archiveNotes: ArchiveNotes,
  ): Promise<VersionReport | null> {
    if (!doesUploadWaitForReport(files) || this.underWay >= this.memory.atOnce) return null;
    const report = await this.of(files, archiveNotes, requestReportLimits);
    return report.stopped ? null : report;
  }

  /**
   * Makes the report of a version. If a file takes too long or too much memory, its thread is
   * ended, the report lists the file, and a new thread checks the other files.
   * @param archiveNotes what was changed when the archive was accepted
   */
  async of(
    files: readonly ManifestFile[],
    archiveNotes: ArchiveNotes,
    most: ReportLimits = reportLimits,
  ): Promise<VersionReport> {
    this.underWay += 1;
    try {
      return await this.threads.run(() => this.made(files, archiveNotes, most));
    } finally {
      this.underWay -= 1;
    }
  }

  private async made(
    files: readonly ManifestFile[],
    archiveNotes: ArchiveNotes,
    most: ReportLimits,
  ): Promise<VersionReport> {
    const ofKind = files.filter(({ path }) => isCheckedPath(path));
    const unread = ofKind.filter(({ bytes }) => bytes > maxCheckedBytes).map(({ path }) => path);
    const read = ofKind.filter(({ bytes }) => bytes <= maxCheckedBytes);
    const stopped = new Set<string>();
    const unknownEncoding = await this.unknownEncoding(files);
    const left = { ms: most.allMs, until: performance.now() + most.waitMs };
    for (let stops = 0; stops < most.stops; stops++) {
      const list = read.filter(({ path }) => !stopped.has(path));
      if (list.length === 0) break;
      const asked = { files, unread, archiveNotes, unknownEncoding };
      const report = await this.tried(list, asked, stopped, most, left);
      if (report) return report;
    }
    // Too many checks had to be stopped, so no further thread is started. The report contains only
    // findings that do not depend on the content of files.
    const checked = files.map(({ path }) => ({ path }));
    const rest = read.map(({ path }) => path);
    return makeVersionReport({
      ...{ files: checked, unread, stopped: rest, archiveNotes, unknownEncoding },
      jatos: null,
    });
  }

  /**
   * Checks files in one thread and makes the report.
   * @param stopped the paths of files that are not checked. This method adds paths:
   * - a file, if the thread is ended during its check
   * - the files for which no time is left
   * - all files, if the report itself takes too long
   * @param left `ms`: the remaining CPU time, from which this method subtracts the time that it
   * uses; `until`: the time at which the checks of files must be finished
   * @returns undefined if the thread ended before it made the report
   */
  private async tried(
    list: readonly ManifestFile[],
    asked: Omit<ReportRequest, 'stopped'>,
    stopped: Set<string>,
    { memoryMb, fileMs }: ReportLimits,
    left: { ms: number; readonly until: number },
  ): Promise<VersionReport | undefined> {
    const thread = new ReportThread(Math.min(memoryMb, this.memory.memoryMb));
    const allowed = { ms: fileMs, until: left.until };
    let present: readonly ManifestFile[] = [];
    const stop = () => present.forEach(({ path }) => stopped.add(path));
    try {
      for (const [i, file] of list.entries()) {
        present = list.slice(i);
        if (thread.spent > left.ms || performance.now() > left.until) {
          stop();
          break;
        }
        present = [file];
        const isCopy = isCopyOfServerFile(file.sha256);
        const bytes = await this.bytesOf(file);
        await thread.look({ path: file.path, bytes, isCopy }, allowed);
      }
      present = list;
      // The report is made even if no time was left for some files.
      return await thread.report(
        { ...asked, stopped: [...stopped] },
        { ms: fileMs, until: Infinity },
      );
    } catch (error) {
      if (!(error instanceof ThreadStopped)) throw error;
      stop();
      return undefined;
    } finally {
      left.ms -= thread.spent;
      await thread.end();
    }
  }

  /** Lists the paths of texts whose encoding browsers have to guess. */
  private async unknownEncoding(files: readonly ManifestFile[]): Promise<string[]> {
    const found: string[] = [];
    for (const { path, sha256, bytes } of files) {
      const { isUnknown } = await this.charsets.of({ sha256, bytes, mime: mimeTypeOf(path) });
      if (isUnknown) found.push(path);
    }
    return found;
  }

  private async bytesOf({ sha256, path }: ManifestFile): Promise<Buffer> {
    const bytes = await this.storage.bytes(sha256);
    if (!bytes) throw new Error(`the content of ${path} is not in the store`);
    return buffer(bytes);
  }
}
