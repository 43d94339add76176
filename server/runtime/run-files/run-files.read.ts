import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { runFileStates, RunFile } from '../../../contracts/runtime/run-files';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { RunDays } from '../withholding/moments.rule';
import { withholdTimes } from '../withholding/withheld.rule';
import { NeutralFileNames } from './neutral-file-names.rule';
import { hasNoClockTime } from './no-clock-time.rule';

/** The key of a run's file; the hash is in hexadecimal digits. */
export interface RunFileKey {
  readonly run_id: string;
  readonly sha256: string;
}
export interface FileOfRun extends RunFileKey {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly stored: number;
  readonly state: (typeof runFileStates)[number];
}

export const runFileColumns = `f.run_id, encode(f.sha256, 'hex') AS sha256, f.name, f.type, f.bytes, f.stored, f.state`;

/**
 * Returns the media type of a file of an anonymous session, without times. The study's code chose
 * the type, and may have written a time into a parameter.
 */
export function anonymousFileType(type: string, days: RunDays): string {
  const { value } = withholdTimes(type, days);
  return typeof value === 'string' ? value : '';
}

/** Reads the files that runs created, and their bytes. */
@Injectable()
export class RunFilesRead {
  constructor(private readonly source: DataSource) {}

  async countOf(runId: string): Promise<number> {
    const [found]: { files: number }[] = await this.source.query(
      `SELECT count(*)::int AS files FROM research.run_file WHERE run_id = $1`,
      [runId],
    );
    return found?.files ?? 0;
  }

  /**
   * Returns the neutral names of a run's files, for sessions in which a file's name must not reveal
   * a point in time.
   */
  async madeNames(runId: string): Promise<NeutralFileNames> {
    const rows: Pick<RunFileKey, 'sha256'>[] = await this.source.query(
      `SELECT encode(sha256, 'hex') AS sha256 FROM research.run_file WHERE run_id = $1`,
      [runId],
    );
    return new NeutralFileNames(rows.map(({ sha256 }) => sha256));
  }

  /**
   * Returns the file with this hash. If several attempts have such a file, returns that of the last
   * attempt.
   */
  async ofParticipation(participationId: string, sha256: string): Promise<FileOfRun | undefined> {
    const [file]: FileOfRun[] = await this.source.query(
      `SELECT ${runFileColumns} FROM research.run r JOIN research.run_file f ON f.run_id = r.id
       WHERE r.participation_id = $1 AND f.sha256 = decode($2, 'hex')
       ORDER BY r.attempt DESC LIMIT 1`,
      [participationId, sha256],
    );
    return file;
  }

  /**
   * Lists the files in the order of their hashes, which reveals nothing.
   * @param days the days of the run, if its files must not reveal a point in time; otherwise null
   */
  async shownOfRun(runId: string, days: RunDays | null): Promise<RunFile[]> {
    const rows: (FileOfRun & { beginning: Buffer | null })[] = await this.source.query(
      `SELECT ${runFileColumns}, substr(p.piece, 1, 4096) AS beginning FROM research.run_file f
       LEFT JOIN research.run_file_piece p
         ON p.run_id = f.run_id AND p.sha256 = f.sha256 AND p.start = 0
       WHERE f.run_id = $1 ORDER BY f.sha256`,
      [runId],
    );
    const names = new NeutralFileNames(rows.map(({ sha256 }) => sha256));
    return rows.map(({ run_id: _, beginning, ...file }) => ({
      ...file,
      name: days ? names.nameOf(file) : file.name,
      type: days ? anonymousFileType(file.type, days) : file.type,
      withheld: days !== null && !hasNoClockTime(file.type, beginning ?? Buffer.alloc(0)),
    }));
  }

  /**
   * Returns a text that identifies the stored pieces: the offset of each piece, and the id of the
   * transaction that wrote it. So the text changes if a piece is deleted and sent again.
   */
  async piecesOf(
    { run_id, sha256 }: RunFileKey,
    on: Pick<Transaction, 'query'> = this.source,
  ): Promise<string> {
    const [all] = await on.query<{ pieces: string }>(
      `SELECT coalesce(string_agg(start || ':' || xmin::text, ' ' ORDER BY start), '') AS pieces
       FROM research.run_file_piece WHERE run_id = $1 AND sha256 = decode($2, 'hex')`,
      [run_id, sha256],
    );
    return all?.pieces ?? '';
  }

  /** Yields the bytes in their order; one piece at a time is in memory. */
  async *pieces({ run_id, sha256 }: RunFileKey): AsyncGenerator<Buffer> {
    for (let start = 0; ;) {
      const [next]: { piece: Buffer }[] = await this.source.query(
        `SELECT piece FROM research.run_file_piece
         WHERE run_id = $1 AND sha256 = decode($2, 'hex') AND start = $3`,
        [run_id, sha256, start],
      );
      if (!next) return;
      yield next.piece;
      start += next.piece.length;
    }
  }
}
