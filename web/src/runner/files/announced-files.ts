import type { FileRecord } from '../../../../contracts/runtime/run-files';
import type { RecordKind } from '../../../../contracts/runtime/runtime';

interface Kept {
  readonly kind: RecordKind;
  readonly data: string;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/**
 * Returns the files that records announce, by their hashes. A file is left out if a later record
 * says that its content is lost.
 */
export function announcedFilesIn(records: readonly Kept[]): Map<string, FileRecord> {
  const files = new Map<string, FileRecord>();
  for (const { kind, data } of records) {
    // The data needs no check: the server has checked the stored records, and this page itself has
    // made the records that are not sent yet.
    if (kind === 'file') {
      const file = parsed(data) as FileRecord;
      if (!files.has(file.sha256)) files.set(file.sha256, file);
    } else if (kind === 'lost') {
      const lost = parsed(data) as { kind: string; reason: string; sha256: string };
      if (lost.kind === 'file' && lost.reason === 'file_gone') files.delete(lost.sha256);
    }
  }
  return files;
}

/**
 * The contract's rules for the names and types of files. They are repeated here, because the
 * contract's schemas would make this page 50 % larger (api.ts).
 */
export const isFileName = (name: string) => /^[^\p{Cc}\p{Surrogate}]{1,200}$/u.test(name);
export const fileType = (type: string) => (/^[\x20-\x7e]{0,100}$/.test(type) ? type : '');
