import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ImportedData } from '../../../contracts/bundle';

interface Row extends Omit<ImportedData, 'imported_at'> {
  imported_at: Date;
}

/** What data of another installation a study has. */
@Injectable()
export class ImportedDataRead {
  constructor(private readonly source: DataSource) {}

  /** Null without any. */
  async ofStudy(studyId: string): Promise<ImportedData | null> {
    const [row]: Row[] = await this.source.query(
      `SELECT sources, jsonb_array_length(sessions) AS sessions, runs, records,
         data_sha256 AS sha256, imported_at
       FROM research.imported_study WHERE study_id = $1 AND data_sha256 IS NOT NULL`,
      [studyId],
    );
    return row ? { ...row, imported_at: row.imported_at.toISOString() } : null;
  }
}
