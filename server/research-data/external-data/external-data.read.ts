import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ExternalDataFile as View } from '../../../contracts/research-data/external-data';
import { DomainError } from '../../platform/errors/errors';
import type { StoredExternalColumn } from './external-data.entity';

interface Row extends Omit<View, 'columns' | 'added_at'> {
  columns: StoredExternalColumn[];
  added_at: Date;
}

@Injectable()
export class ExternalDataRead {
  constructor(private readonly source: DataSource) {}

  /** Reads the external files of a study, the newest first. */
  async ofStudy(studyId: string): Promise<View[]> {
    const rows: Row[] = await this.source.query(
      `SELECT id AS _id, name, columns, rows, participants, left_out, withheld, added_at
       FROM research.outside_file WHERE study_id = $1 ORDER BY added_at DESC, id DESC`,
      [studyId],
    );
    return rows.map(({ columns, added_at, ...row }) => ({
      ...row,
      columns: columns.map(({ name }) => name),
      added_at: added_at.toISOString(),
    }));
  }

  /** @throws DomainError not_found */
  async one(studyId: string, fileId: string): Promise<View> {
    const found = (await this.ofStudy(studyId)).find(({ _id }) => _id === fileId);
    if (!found) throw new DomainError('not_found');
    return found;
  }
}
