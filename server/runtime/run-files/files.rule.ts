import { FileRecord } from '../../../contracts/runtime/run-files';
import { LostRecord } from '../../../contracts/runtime/runtime';
import { parseJsonBytes } from '../record-format/parsed-json.rule';
import type { RecordFrame } from '../record-format/frames.rule';

/** The files that the records of one batch announce or give up. */
export interface AnnouncedRunFiles {
  /**
   * The announced files, each once. `is_given_up`: a later record of this batch states that the
   * bytes of the file are lost.
   */
  readonly announced: readonly (FileRecord & { readonly is_given_up: boolean })[];
  /** The hashes, in hexadecimal digits, of files of earlier batches that this batch gives up. */
  readonly given_up: readonly string[];
  /** The bytes of all announced files. */
  readonly bytes: number;
}

/** @param frames the records of a batch that was checked (batch.rule.ts) */
export function readAnnouncedFiles(frames: readonly RecordFrame[]): AnnouncedRunFiles {
  const announced = new Map<string, FileRecord>();
  const given_up = new Set<string>();
  for (const { kind, data } of frames) {
    if (kind === 'file') {
      const file = FileRecord.parse(parseJsonBytes(data));
      if (!announced.has(file.sha256)) announced.set(file.sha256, file);
    } else if (kind === 'lost') {
      const lost = LostRecord.parse(parseJsonBytes(data));
      if (lost.kind === 'file' && lost.reason === 'file_gone') given_up.add(lost.sha256);
    }
  }
  return {
    announced: [...announced.values()].map((file) => ({
      ...file,
      is_given_up: given_up.has(file.sha256),
    })),
    given_up: [...given_up],
    bytes: [...announced.values()].reduce((sum, file) => sum + file.bytes, 0),
  };
}

export const hasFileAnnouncements = ({ announced, given_up }: AnnouncedRunFiles): boolean =>
  announced.length + given_up.length > 0;
