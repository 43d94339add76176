import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { VersionReport } from '../../../contracts/study-files';
import { Storage } from '../../platform/storage/storage';
import type { ManifestFile } from '../versions/manifest';
import type { CheckedFile } from './facts.rule';
import { factsOf } from './facts-of.rule';
import { jatosStudyAmong } from './jatos-study';
import { checkedBytes, isChecked } from './is-soon-made.rule';
import { reportOf } from './report.rule';

/** The columns of a version that its report fills. */
export const reportColumns = (report: VersionReport) => ({
  report,
  kind: report.kind,
  entry: report.entry,
  errors: report.findings.filter(({ severity }) => severity === 'error').length,
  warnings: report.findings.filter(({ severity }) => severity === 'warning').length,
});

/** As browsers read it: UTF-8, or UTF-16 by its first bytes. */
export function decodeText(bytes: Buffer): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** Makes the report of a version from its stored files. */
@Injectable()
export class ReportMaker {
  constructor(private readonly storage: Storage) {}

  /** @param leftOut paths of the archive that are no files of the study */
  async of(files: readonly ManifestFile[], leftOut: readonly string[]): Promise<VersionReport> {
    const checked: CheckedFile[] = [];
    const unread: string[] = [];
    for (const file of files) {
      const { path } = file;
      if (!isChecked(path) || file.bytes > checkedBytes) {
        checked.push({ path });
        if (isChecked(path)) unread.push(path);
        continue;
      }
      if (/\.jas$/i.test(path)) {
        checked.push({ path });
        continue;
      }
      checked.push({ path, facts: factsOf(path, await this.textOf(file)) });
      // A file takes its milliseconds; between two, the server answers others.
      await setImmediate();
    }
    const jatos = await jatosStudyAmong(files, (file) => this.textOf(file));
    return reportOf({ files: checked, unread, leftOut, jatos });
  }

  private async textOf({ sha256, path }: ManifestFile): Promise<string> {
    const bytes = await this.storage.bytes(sha256);
    if (!bytes) throw new Error(`the content of ${path} is not in the store`);
    return decodeText(await buffer(bytes));
  }
}
