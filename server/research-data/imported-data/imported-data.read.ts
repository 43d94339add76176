import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isOwnedBySql } from '../../studies/study.policy';
import type { ImportedData } from '../../../contracts/research-data/bundle';

interface Row extends Omit<ImportedData, 'imported_at'> {
  imported_at: Date;
}

export interface EarlierImport {
  readonly study_id: string;
  readonly title: string;
}

@Injectable()
export class ImportedDataRead {
  constructor(private readonly source: DataSource) {}

  /** Describes the imported data of a study; null if it has none. */
  async ofStudy(studyId: string): Promise<ImportedData | null> {
    const [row]: Row[] = await this.source.query(
      `SELECT sources, jsonb_array_length(sessions) AS sessions, runs, records, recordings,
         data_sha256 AS sha256, imported_at
       FROM research.imported_study WHERE study_id = $1 AND data_sha256 IS NOT NULL`,
      [studyId],
    );
    return row ? { ...row, imported_at: row.imported_at.toISOString() } : null;
  }

  /**
   * Finds the account's newest study that was imported from this bundle. It does not reveal studies
   * of other accounts.
   */
  async earlier(accountId: string, bundleSha256: string): Promise<EarlierImport | null> {
    const [found]: EarlierImport[] = await this.source.query(
      `SELECT i.study_id, st.title FROM research.imported_study i
       JOIN research.study_profile st ON st.id = i.study_id AND ${isOwnedBySql('st', '$1::uuid')}
       WHERE i.imported_by = $1::uuid AND i.bundle_sha256 = $2 ORDER BY i.study_id DESC LIMIT 1`,
      [accountId, bundleSha256],
    );
    return found ?? null;
  }
}
