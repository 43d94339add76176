import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { fileStates } from '../../../contracts/run-files';

/** A file of a run; its hash in hexadecimal digits. */
export interface Place {
  readonly run_id: string;
  readonly sha256: string;
}
export interface FileOfRun extends Place {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly stored: number;
  readonly state: (typeof fileStates)[number];
}

export const fileColumns = `f.run_id, encode(f.sha256, 'hex') AS sha256, f.name, f.type, f.bytes, f.stored, f.state`;

/** The files of runs, and their bytes. */
@Injectable()
export class RunFilesRead {
  constructor(private readonly source: DataSource) {}

  /** Of the participation's last attempt that has it. */
  async ofParticipation(participationId: string, sha256: string): Promise<FileOfRun | undefined> {
    const [file]: FileOfRun[] = await this.source.query(
      `SELECT ${fileColumns} FROM research.run r JOIN research.run_file f ON f.run_id = r.id
       WHERE r.participation_id = $1 AND f.sha256 = decode($2, 'hex')
       ORDER BY r.attempt DESC LIMIT 1`,
      [participationId, sha256],
    );
    return file;
  }

  /** The bytes in their order, a piece in memory at a time. */
  async *pieces({ run_id, sha256 }: Place): AsyncGenerator<Buffer> {
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
