import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StudyExport as View } from '../../../contracts/research-data/research-data';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { DownloadAddresses } from './download/download-addresses';

interface Row extends Omit<View, 'requested_at' | 'expires_at' | 'download_url'> {
  requested_at: Date;
  expires_at: Date;
}
/**
 * The person who reads exports: their sign-in or API token, and whether they may learn names in the
 * study.
 */
export interface ExportReader {
  readonly tokenId: string;
  readonly seesNames: boolean;
}

/** How many exports a list shows, the newest first. Older exports stay stored until they expire. */
const listed = 100;

/**
 * SQL condition: whether a person may download an export ($2: now, $3: whether this person may see
 * names). If a researcher who may see names requested the export, it may contain runs of the day on
 * which it was made. Other researchers may learn of these runs only when the day is over.
 */
const mayHave = (e: string): string =>
  `($3 OR NOT ${e}.sees_names OR ${e}.ready_at < date_trunc('day', $2::timestamptz, 'UTC'))`;

@Injectable()
export class StudyExportsRead {
  constructor(
    private readonly source: DataSource,
    private readonly addresses: DownloadAddresses,
    private readonly clock: Clock,
  ) {}

  async ofStudy(studyId: string, reader: ExportReader): Promise<View[]> {
    return (await this.rows(studyId, null, reader)).map((row) => this.view(row, reader));
  }

  /** @throws DomainError not_found */
  async one(studyId: string, exportId: string, reader: ExportReader): Promise<View> {
    const [row] = await this.rows(studyId, exportId, reader);
    if (!row) throw new DomainError('not_found');
    return this.view(row, reader);
  }

  private rows(studyId: string, exportId: string | null, reader: ExportReader): Promise<Row[]> {
    return this.source.query(
      `SELECT e.id AS _id,
         CASE WHEN e.state = 'ready' AND e.expires_at <= $2 THEN 'expired' ELSE e.state END AS state,
         e.progress, e.format, e.for_spreadsheets, e.unfinished, e.without_rejected, e.recordings, e.language,
         CASE WHEN e.expires_at > $2 THEN e.size END AS size,
         (e.counts->>'runs')::int AS runs, (e.counts->>'rows')::int AS rows,
         (e.counts->>'columns')::int AS columns,
         (e.counts->>'outside_rows')::int AS outside_rows, e.left_out, e.failure, e.requested_at, e.expires_at
       FROM research.study_export e
       WHERE e.study_id = $1 AND ${mayHave('e')} AND ($4::uuid IS NULL OR e.id = $4)
       ORDER BY e.requested_at DESC, e.id DESC LIMIT ${listed}`,
      [studyId, this.clock.now(), reader.seesNames, exportId],
    );
  }

  private view({ requested_at, expires_at, ...row }: Row, { tokenId }: ExportReader): View {
    return {
      ...row,
      requested_at: requested_at.toISOString(),
      expires_at: expires_at.toISOString(),
      download_url: row.state === 'ready' ? this.addresses.of(row._id, tokenId) : null,
    };
  }
}
