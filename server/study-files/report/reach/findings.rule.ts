import type { VersionFinding } from '../../../../contracts/study-files/study-files';
import {
  severityByFinding,
  type FindingCode,
} from '../../../../contracts/study-files/study-findings';

const shownLength = 200;

/**
 * Collects the findings of a report, without repetitions. Also collects the other hosts from which
 * the study loads files or to which it sends data.
 */
export class FindingCollector {
  readonly all: VersionFinding[] = [];
  readonly hosts = new Set<string>();
  private readonly seen = new Set<string>();

  add(code: FindingCode, file: string, line: number | null, detail: string | null): void {
    const shown = detail === null ? null : detail.slice(0, shownLength);
    const key = JSON.stringify([code, file, line, shown]);
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.all.push({ code, severity: severityByFinding[code], file, line, detail: shown });
  }
  has = (code: FindingCode): boolean => this.all.some((one) => one.code === code);
}
